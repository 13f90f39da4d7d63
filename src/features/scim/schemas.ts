// What the service publishes about itself: configuration, resource types, and schemas of the attributes that it keeps.

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** How a directory says what no attribute of the standard says. */
export const ownSchema = 'urn:checkin:scim:schemas:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The largest page, and the size of one without `count`. */
export const maxCount = 200;
export const defaultCount = 100;

type Attribute = Record<string, unknown>;
type Traits = Attribute & { subAttributes?: Attribute[] };

const describeAttribute = (name: string, description: string, traits: Traits = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});
const reference = (types: string[], mutability: string): Traits => ({
  type: 'reference',
  referenceTypes: types,
  caseExact: true,
  mutability,
});

const userAttributes = [
  describeAttribute('userName', 'Name to sign in with; unless emails has another address, this is the address', {
    required: true,
    uniqueness: 'server',
  }),
  describeAttribute('name', 'Parts of the name', {
    type: 'complex',
    subAttributes: [describeAttribute('givenName', 'Given name'), describeAttribute('familyName', 'Family name')],
  }),
  describeAttribute('displayName', 'Full name, as colleagues see it', { required: true }),
  describeAttribute('title', 'Job title'),
  describeAttribute('preferredLanguage', 'Language of notifications, unless the user chooses another'),
  describeAttribute('active', 'Whether the user may sign in', { type: 'boolean', required: true }),
  describeAttribute('emails', 'The work address', {
    type: 'complex',
    multiValued: true,
    required: true,
    subAttributes: [
      describeAttribute('value', 'The address', { required: true, uniqueness: 'server' }),
      describeAttribute('type', 'Always work', { canonicalValues: ['work'] }),
    ],
  }),
];

const enterpriseAttributes = [
  describeAttribute('employeeNumber', 'Number of the person in the company', { caseExact: true, uniqueness: 'server' }),
  describeAttribute('department', 'Department'),
  describeAttribute('manager', 'The direct manager', {
    type: 'complex',
    subAttributes: [
      describeAttribute('value', 'The id of the manager', { caseExact: true }),
      describeAttribute('$ref', 'The address of the manager', reference(['User'], 'readWrite')),
    ],
  }),
];

const groupAttributes = [
  describeAttribute('displayName', 'Name of the group', { required: true }),
  describeAttribute('members', 'The users in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      describeAttribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      describeAttribute('$ref', 'The address of the user', reference(['User'], 'immutable')),
    ],
  }),
];

type Document = Record<string, unknown> & { id: string };
type Build = (base: string) => Document;

const buildSchema =
  (id: string, name: string, description: string, attributes: Attribute[]): Build =>
  (base) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });

export const schemas: readonly Build[] = [
  buildSchema(userSchema, 'User', 'A person', userAttributes),
  buildSchema(enterpriseSchema, 'EnterpriseUser', 'A person in an organisation', enterpriseAttributes),
  buildSchema(groupSchema, 'Group', 'A group of people', groupAttributes),
];

const buildResourceType =
  (name: string, endpoint: string, schema: string, extensions: string[]): Build =>
  (base) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    schema,
    description: `${name}s`,
    schemaExtensions: extensions.map((one) => ({ schema: one, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });

export const resourceTypes: readonly Build[] = [
  buildResourceType('User', '/Users', userSchema, [enterpriseSchema]),
  buildResourceType('Group', '/Groups', groupSchema, []),
];

export const buildConfiguration = (base: string): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A service token with the scope scim',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
