use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantCertificate {
    pub tenant_id: String,
    pub user_id: String,
    pub course_id: String,
    pub certificate_id: String,
    pub course_title: String,
    pub user_name: String,
    pub instructor_name: String,
    pub issued_date: u64,
    pub completion_date: u64,
    pub final_grade: String,
    pub certificate_url: Option<String>,
    pub verification_code: String,
    pub expiry_date: Option<u64>,
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantCourse {
    pub tenant_id: String,
    pub course_id: String,
    pub title: String,
    pub description: String,
    pub instructor_id: String,
    pub instructor_name: String,
    pub category: String,
    pub difficulty_level: String,
    pub duration_hours: u64,
    pub max_enrollments: Option<u64>,
    pub prerequisites: Option<Vec<String>>,
    pub tags: Option<Vec<String>>,
    pub created_at: u64,
    pub updated_at: u64,
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantEnrollment {
    pub tenant_id: String,
    pub user_id: String,
    pub course_id: String,
    pub course_title: String,
    pub instructor_name: String,
    pub enrollment_date: u64,
    pub completion_date: Option<u64>,
    pub progress_percentage: u64,
    pub current_lesson: Option<String>,
    pub grade: Option<String>,
    pub certificate_issued: bool,
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantLesson {
    pub tenant_id: String,
    pub course_id: String,
    pub lesson_id: String,
    pub lesson_order: u32,
    pub title: String,
    pub description: String,
    pub content_type: String,
    pub content_url: Option<String>,
    pub duration_minutes: u64,
    pub is_mandatory: bool,
    pub quiz_required: bool,
    pub passing_score: Option<u64>,
    pub created_at: u64,
    pub updated_at: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantOrganization {
    pub tenant_id: String,
    pub organization_name: String,
    pub domain: String,
    pub subscription_plan: String,
    pub max_users: u64,
    pub max_courses: u64,
    pub admin_email: String,
    pub created_at: u64,
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantProgress {
    pub tenant_id: String,
    pub user_id: String,
    pub course_id: String,
    pub lesson_id: String,
    pub attempt_date: u64,
    pub completion_status: String,
    pub time_spent_minutes: u64,
    pub quiz_score: Option<u64>,
    pub quiz_passed: Option<bool>,
    pub notes: Option<String>,
    pub last_accessed: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub struct TenantUser {
    pub tenant_id: String,
    pub user_id: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub role: String,
    pub department: Option<String>,
    pub job_title: Option<String>,
    pub enrollment_date: u64,
    pub last_login: Option<u64>,
    pub status: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-elearning/patterns.yaml")]
pub enum ELearningPlatform {
    TenantCertificate(TenantCertificate),
    TenantCourse(TenantCourse),
    TenantEnrollment(TenantEnrollment),
    TenantLesson(TenantLesson),
    TenantOrganization(TenantOrganization),
    TenantProgress(TenantProgress),
    TenantUser(TenantUser),
}
