// How many partners, and parts that groups give, there can be.

/** Terms of a partner that are in force, to come, or ended in the last year; and parts that a group gives and that have not ended. */
export const mostParts = 20;
/** Terms of a tenant that have not ended; and parts that its groups give. */
export const mostPartsOfTenant = 200;
/** Members of a group that gives a part, and the partners that it makes. */
export const mostMembers = 50;
/** Length of a term. */
export const mostWeeks = 53;
