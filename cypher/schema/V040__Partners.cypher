// Partners of parts of the company: the parts of a tenant are listed by this index.
// @works-with 0.3.0

CREATE INDEX part_by_tenant IF NOT EXISTS FOR ()-[part:PARTNER_OF]-() ON (part.tenantId, part.id);
