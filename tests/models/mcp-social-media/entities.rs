use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub struct Comment {
    pub user_id: String,
    pub post_id: String,
    pub comment_id: String,
    pub content: String,
    pub timestamp: u64,
    pub username: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub struct Follow {
    pub user_id: String,
    pub follower_id: String,
    pub timestamp: u64,
    pub username: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub struct Like {
    pub user_id: String,
    pub post_id: String,
    pub liker_user_id: String,
    pub timestamp: u64,
    pub username: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub struct Post {
    pub user_id: String,
    pub post_id: String,
    pub content: String,
    pub media_urls: Vec<String>,
    pub timestamp: u64,
    pub username: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub struct UserProfile {
    pub user_id: String,
    pub email: String,
    pub timestamp: u64,
    pub username: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub enum GetUserProfileAndPosts {
    UserProfile(UserProfile),
    Post(Post),
    Comment(Comment),
    Like(Like),
    Follow(Follow),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub enum GetLikesAfterPrefix {
    Like(Like),
    Post(Post),
    UserProfile(UserProfile),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-social-media/patterns.yaml")]
pub enum SocialMedia {
    Comment(Comment),
    Follow(Follow),
    Like(Like),
    Post(Post),
    UserProfile(UserProfile),
}
