//! Employees: an overloaded index, a sparse one, and a hierarchy in one key.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Staff;

impl Design for Staff {
    type Table = Employees;
    const NAME: &'static str = "labs-employees";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<Employees>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Employee" => row.put::<Employee, _>(dal).await,
            "CurrentTitle" => row.put::<CurrentTitle, _>(dal).await,
            "PreviousTitle" => row.put::<PreviousTitle, _>(dal).await,
            "EmployeeState" => row.put::<EmployeeState, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<Employees>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "employees_of_state" => {
                seen(EmployeeState::employees_of_state(dal, p("state")).await?.into_items()?)
            }
            "employees_with_current_title" => {
                seen(CurrentTitle::employees_with_current_title(dal, p("title")).await?.into_items()?)
            }
            "employees_who_ever_held_title" => {
                seen(PreviousTitle::employees_who_ever_held_title(dal, p("title")).await?.into_items()?)
            }
            "employee_by_name" => seen(Employee::employee_by_name(dal, p("name")).await?.into_items()?),
            "employees_of_state_by_city" => {
                seen(Employee::employees_of_state_by_city(dal, p("state")).await?.into_items()?)
            }
            "employees_of_city" => {
                let of = EmployeeEmployeesOfCityParams { state: p("state"), city: p("city") };
                seen(Employee::employees_of_city(dal, of).await?.into_items()?)
            }
            "employees_of_city_and_department" => {
                let of = EmployeeEmployeesOfCityAndDepartmentParams {
                    state: p("state"),
                    city: p("city"),
                    dept: p("dept"),
                };
                seen(Employee::employees_of_city_and_department(dal, of).await?.into_items()?)
            }
            "all_managers" => seen(Employee::all_managers(dal).await?.into_items()?),
            _ => return Ok(None),
        }))
    }

    async fn write(_: &Dal<Employees>, _: &str, _: &Example<'_>) -> Result<Option<()>, Error> {
        Ok(None)
    }
}
