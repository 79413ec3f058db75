use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct UserInfo {
    #[serde(rename = "user_id")]
    pub user_id: String,
    pub name: String,
    pub content: String,
    pub image_url: String,
    pub etc: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct UserCount {
    pub user_id: String,
    #[serde(rename = "follower#")]
    pub follower: u64,
    #[serde(rename = "following#")]
    pub following: u64,
    #[serde(rename = "post#")]
    pub post: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct Follower {
    pub user_id: String,
    pub follower_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct Following {
    pub user_id: String,
    pub followed_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct Post {
    pub user_id: String,
    pub post_id: String,
    pub content: String,
    #[serde(rename = "imageUrl")]
    pub image_url: String,
    pub timestamp: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct PostLike {
    pub post_id: String,
    pub user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct PostLikeCount {
    pub post_id: String,
    pub etc: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub struct TimelineEntry {
    pub user_id: String,
    pub post_id: String,
    pub author_id: String,
    pub ttl: dal::Ttl,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub enum GetUserInfoByUserId {
    UserInfo(UserInfo),
    UserCount(UserCount),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/social-network/patterns.yaml")]
pub enum SNS {
    UserInfo(UserInfo),
    UserCount(UserCount),
    Follower(Follower),
    Following(Following),
    Post(Post),
    PostLike(PostLike),
    PostLikeCount(PostLikeCount),
    TimelineEntry(TimelineEntry),
}
