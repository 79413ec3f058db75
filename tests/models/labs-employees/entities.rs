use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-employees/patterns.yaml")]
pub struct Employee {
    pub employeeid: u32,
    pub name: String,
    pub title: String,
    pub dept: String,
    pub city: String,
    pub state: String,
    pub city_dept: String,
    pub dob: String,
    pub hire_date: String,
    pub previous_title: String,
    pub previous_title_end: String,
    pub lock: String,
    pub is_manager: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-employees/patterns.yaml")]
pub struct CurrentTitle {
    pub employeeid: u32,
    pub title: String,
    pub name: String,
    pub hire_date: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-employees/patterns.yaml")]
pub struct PreviousTitle {
    pub employeeid: u32,
    pub title: String,
    pub name: String,
    pub hire_date: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-employees/patterns.yaml")]
pub struct EmployeeState {
    pub employeeid: u32,
    pub state: String,
    pub name: String,
    pub hire_date: String,
    pub city_dept: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-employees/patterns.yaml")]
pub enum Employees {
    Employee(Employee),
    CurrentTitle(CurrentTitle),
    PreviousTitle(PreviousTitle),
    EmployeeState(EmployeeState),
}
