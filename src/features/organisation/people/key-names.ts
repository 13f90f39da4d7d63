// What can happen to the access of a person: to what they sign in with, and to what they may do.

/**
 * - a key by which an identity provider knows them was changed;
 * - a subject of an identity provider was `unbound` from them or `bound` again, or `signedIn` as them for the first time;
 * - an admin `deactivated` or `activated` them;
 * - they lost `roles` with tenant scope.
 */
export const keyChanges = [
  'email',
  'userName',
  'externalId',
  'unbound',
  'bound',
  'signedIn',
  'deactivated',
  'activated',
  'roles',
] as const;
export type KeyChangeName = (typeof keyChanges)[number];
