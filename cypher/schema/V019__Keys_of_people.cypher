// People have a number of the company, which nobody has before this version.
CREATE CONSTRAINT user_once_per_employee_number IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.employeeNumber) IS UNIQUE;
