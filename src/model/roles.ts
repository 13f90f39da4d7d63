// The roles that are stored on a user. Without imports: short commands load it.

/** "Manager" is not a role: managers are users with direct reports. */
export const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'] as const;
export type Role = (typeof roles)[number];
