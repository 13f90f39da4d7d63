// Schemas of what the SCIM endpoints return. Clients learn the attributes from /scim/v2/Schemas. Requests are read by
// src/features/scim/, in several dialects.
import { Type } from '@sinclair/typebox';

const Meta = Type.Object({ resourceType: Type.String(), location: Type.String({ format: 'uri' }) });
const resource = {
  schemas: Type.Array(Type.String(), { minItems: 1 }),
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
};
/** Attributes that are not asked for are left out. */
export const ScimUser = Type.Object({
  ...resource,
  userName: Type.Optional(Type.String()),
  name: Type.Optional(Type.Object({})),
  displayName: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
  emails: Type.Optional(Type.Array(Type.Object({}))),
  meta: Type.Optional(Type.Partial(Meta)),
});
export const ScimGroup = Type.Object({
  ...resource,
  displayName: Type.Optional(Type.String()),
  members: Type.Optional(Type.Array(Type.Object({}))),
  meta: Type.Optional(Type.Partial(Meta)),
});
/** A schema, a resource type or the configuration. */
export const ScimDocument = Type.Object({ schemas: resource.schemas, meta: Meta });
export const ScimList = Type.Object({
  schemas: resource.schemas,
  totalResults: Type.Integer({ minimum: 0 }),
  startIndex: Type.Integer({ minimum: 1 }),
  itemsPerPage: Type.Integer({ minimum: 0 }),
  Resources: Type.Array(Type.Object({})),
});
