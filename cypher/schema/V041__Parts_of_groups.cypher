// Groups of a directory that give their members a part of the company: what a tenant's groups give is listed by this index.
// @works-with 0.3.0

CREATE INDEX given_part_by_tenant IF NOT EXISTS FOR ()-[part:GIVES_PART]-() ON (part.tenantId, part.id);
