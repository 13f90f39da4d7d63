// The roles that are stored on a User node.

export { roles, type Role } from '../model/roles.ts';
