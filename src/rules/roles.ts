// The roles that are stored on a User node, and which of them may do what queries check themselves.
import type { Role } from '../model/roles.ts';

export { roles, type Role } from '../model/roles.ts';

/** The roles with tenant scope: they show, or change, more than the people below. */
export const tenantWideRoles: readonly Role[] = ['senior_leadership', 'people_team', 'admin'];

/** The roles that may set a manager: cypher/reporting-line/set_manager.cypher checks them in the transaction of the move. */
export const rolesThatSetManagers: readonly Role[] = ['admin'];

/** The roles that create, change and deactivate people: cypher/people/lock.cypher takes no lock for other callers. */
export const rolesThatManageUsers: readonly Role[] = ['admin'];

/** The roles that import profiles: cypher/profiles/create_import.cypher creates nothing for other callers. */
export const rolesThatImportProfiles: readonly Role[] = ['admin'];

/** The roles that manage the organisation as a whole: cypher/org/permit_change.cypher takes no lock for other callers. */
export const rolesThatManageOrganisation: readonly Role[] = ['admin'];

/** The roles that plan reorganisations: the queries of cypher/org-plans return nothing to other callers. */
export const rolesThatManagePlans: readonly Role[] = ['admin'];

/** The roles that read the audit log: cypher/audit/list.cypher lists nothing for other callers. */
export const rolesThatReadAudit: readonly Role[] = ['admin'];

/** The roles that read the change log: cypher/changes/list.cypher lists nothing for other users. */
export const rolesThatReadChanges: readonly Role[] = ['admin'];

/** The roles that manage webhooks: the queries of cypher/webhooks return nothing to other callers. */
export const rolesThatManageWebhooks: readonly Role[] = ['admin'];

/** The roles that manage identity providers and identities: the queries of cypher/identity return nothing to other users. */
export const rolesThatManageIdentities: readonly Role[] = ['admin'];

/** The roles that name deputies for others: the queries of cypher/deputies change nothing for other callers. */
export const rolesThatManageDeputies: readonly Role[] = ['admin'];

/** The roles that read absences of everyone: reports excuse nobody else for a reader who is not above them. */
export const rolesThatReadAbsences: readonly Role[] = ['people_team', 'admin'];

/** The roles that read nominations of others: cypher/reports/nominations.cypher lists none for other callers. */
export const rolesThatReadNominations: readonly Role[] = ['senior_leadership', 'people_team'];

/** The roles that read who joined and left: cypher/reports/headcount.cypher lists nobody for other callers. */
export const rolesThatReadHeadcount: readonly Role[] = ['senior_leadership', 'people_team', 'admin'];
