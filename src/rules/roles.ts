// The roles that are kept on a User node.

/** "Manager" is not one of them: it is derived from having a direct report. */
export const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'] as const;
export type Role = (typeof roles)[number];
