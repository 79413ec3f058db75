//! Multi-tenant e-learning: the tenant begins every partition, and plain numbers stand inside keys.

#[allow(clippy::enum_variant_names, reason = "the published names")]
mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, seen};

pub struct ELearning;

impl Design for ELearning {
    type Table = ELearningPlatform;
    const NAME: &'static str = "mcp-elearning";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<ELearningPlatform>, row: &Row) -> Result<(), Error> {
        let tenant = &dal.tenant(row.text("tenant_id").to_owned());
        match row.entity.as_str() {
            "TenantOrganization" => row.put::<TenantOrganization, _>(tenant).await,
            "TenantUser" => row.put::<TenantUser, _>(tenant).await,
            "TenantCourse" => row.put::<TenantCourse, _>(tenant).await,
            "TenantEnrollment" => row.put::<TenantEnrollment, _>(tenant).await,
            "TenantCertificate" => row.put::<TenantCertificate, _>(tenant).await,
            "TenantLesson" => row.put::<TenantLesson, _>(tenant).await,
            "TenantProgress" => row.put::<TenantProgress, _>(tenant).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<ELearningPlatform>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        let tenant = &dal.tenant(p("tenant_id"));
        Ok(Some(match pattern {
            "get_tenant_organization" => seen(TenantOrganization::get_tenant_organization(tenant).await?),
            "get_tenant_user" => seen(TenantUser::get_tenant_user(tenant, p("user_id")).await?),
            "get_tenant_course" => seen(TenantCourse::get_tenant_course(tenant, p("course_id")).await?),
            "get_user_enrollments" => {
                seen(TenantEnrollment::get_user_enrollments(tenant, p("user_id")).await?.into_items()?)
            }
            "get_course_lessons" => {
                seen(TenantLesson::get_course_lessons(tenant, p("course_id")).await?.into_items()?)
            }
            "get_specific_lesson" => {
                let lesson_order = number(params, "lesson_order").try_into().expect("a small number");
                let key =
                    TenantLessonKey { course_id: p("course_id"), lesson_order, lesson_id: p("lesson_id") };
                seen(TenantLesson::get_specific_lesson(tenant, key).await?)
            }
            "get_user_course_progress" => {
                let of = TenantProgressGetUserCourseProgressParams {
                    user_id: p("user_id"),
                    course_id: p("course_id"),
                };
                seen(TenantProgress::get_user_course_progress(tenant, of).await?.into_items()?)
            }
            "get_user_certificates" => {
                seen(TenantCertificate::get_user_certificates(tenant, p("user_id")).await?.into_items()?)
            }
            "verify_certificate" => {
                let issued_date = number(params, "issued_date");
                let key =
                    TenantCertificateKey { user_id: p("user_id"), course_id: p("course_id"), issued_date };
                seen(TenantCertificate::verify_certificate(tenant, key).await?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<ELearningPlatform>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let row = example.only();
        let tenant = &dal.tenant(row.text("tenant_id").to_owned());
        match pattern {
            "create_tenant_organization"
            | "create_tenant_user"
            | "create_tenant_course"
            | "enroll_user_in_course"
            | "create_course_lesson"
            | "record_lesson_progress"
            | "issue_course_certificate" => Self::store(dal, row).await?,
            "update_user_profile" => {
                let TenantUser { user_id, .. } = row.value();
                let update = TenantUser::update(tenant, TenantUserKey { user_id });
                let update = update.set(TenantUser::FIRST_NAME, example.to::<String>("first_name"));
                update.set(TenantUser::JOB_TITLE, example.to::<String>("job_title")).await?;
            }
            "update_course_details" => {
                let TenantCourse { course_id, .. } = row.value();
                let update = TenantCourse::update(tenant, TenantCourseKey { course_id });
                let update = update.set(TenantCourse::TITLE, example.to::<String>("title"));
                update.set(TenantCourse::DESCRIPTION, example.to::<String>("description")).await?;
            }
            "update_enrollment_progress" => {
                let TenantEnrollment { user_id, course_id, enrollment_date, .. } = row.value();
                let key = TenantEnrollmentKey { user_id, course_id, enrollment_date };
                let update = TenantEnrollment::update(tenant, key);
                let percentage: u64 = example.to("progress_percentage");
                let update = update.set(TenantEnrollment::PROGRESS_PERCENTAGE, percentage);
                update.set(TenantEnrollment::CURRENT_LESSON, example.to::<String>("current_lesson")).await?;
            }
            "update_lesson_progress" => {
                let TenantProgress { user_id, course_id, lesson_id, attempt_date, .. } = row.value();
                let key = TenantProgressKey { user_id, course_id, lesson_id, attempt_date };
                let update = TenantProgress::update(tenant, key);
                let status: String = example.to("completion_status");
                let update = update.set(TenantProgress::COMPLETION_STATUS, status);
                update
                    .set(TenantProgress::TIME_SPENT_MINUTES, example.to::<u64>("time_spent_minutes"))
                    .await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
