// Pattern behind a person: `manager`, the nearest active one. A manager who has left may still have reports, when a
// directory deactivated them before it moved the reports; then the next manager above stands in.
(()-[:REPORTS_TO]->(:User {active: false})) {0,} ()-[:REPORTS_TO]->(manager:User {active: true})
