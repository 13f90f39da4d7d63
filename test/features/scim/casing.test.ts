// Names of attributes in any case (RFC 7643, 2.1; RFC 7644, 3.4.2.2), at every depth: they say what they say in the usual case.
import { expect } from 'chai';
import fc from 'fast-check';
import { compileFilter } from '../../../src/features/scim/filter.ts';
import { readGroup, readGroupPatch } from '../../../src/features/scim/read-group.ts';
import { readUser, readUserPatch } from '../../../src/features/scim/read-user.ts';
import { freshCompany } from '../../support/company.ts';
import { directoryOf, enterprise, entraUser, groupSchema, oktaUser, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\n  Bob');
const request = directoryOf(api, acme);

const id = '7c9e6679-7425-40de-944b-000000000081';
const other = '7c9e6679-7425-40de-944b-000000000082';

type Mix = (text: string) => string;

/** The same value with the names in it as `mix` writes them; `path` and filters are names as well, but for what they quote. */
function mixNames(value: unknown, mix: Mix): unknown {
  if (Array.isArray(value)) return value.map((part) => mixNames(part, mix));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      const isPath = name === 'path' && typeof part === 'string';
      return [mix(name), isPath ? mixPath(part, mix) : mixNames(part, mix)];
    }),
  );
}
const mixPath = (path: string, mix: Mix): string =>
  path.replace(/"[^"]*"|[^"]+/g, (part) => (part[0] === '"' ? part : mix(part)));

/** Writes each letter in the case that its turn in `cases` says. */
const mixBy =
  (cases: readonly boolean[]): Mix =>
  (text) =>
    [...text].map((letter, at) => (cases[at % cases.length] ? letter.toUpperCase() : letter.toLowerCase())).join('');

const nested = {
  ...oktaUser('Nora'),
  externalId: 'x-1',
  title: 'Engineer',
  addresses: [
    { type: 'home', country: 'FR' },
    { type: 'work', country: 'DE', region: 'BY' },
  ],
  emails: [
    { type: 'home', value: 'n@home.test' },
    { type: 'work', value: 'nora@acme.test', primary: true },
  ],
  [enterprise]: { employeeNumber: 'E-1', department: 'Sales', manager: { value: id, displayName: 'Mia' } },
};
const flat = {
  ...entraUser('Nora'),
  [`${enterprise}:manager.value`]: id,
  [`${enterprise}:employeeNumber`]: 'E-1',
  'name.familyName': 'Flat',
};
const byReference = { ...oktaUser('Nora'), [enterprise]: { manager: { $ref: `https://x.test/Users/${id}` } } };
const userPatches = [
  patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@acme.test' }),
  patchOf({ op: 'add', path: `${enterprise}:manager`, value: { value: id } }),
  patchOf({ op: 'add', path: `${enterprise}:manager`, value: [{ $ref: `../Users/${id}` }] }),
  patchOf({ op: 'replace', path: 'manager.$ref', value: `../Users/${id}` }),
  patchOf({
    op: 'replace',
    value: { active: 'False', 'name.givenName': 'N', [enterprise]: { manager: { value: id } } },
  }),
  patchOf({ op: 'replace', path: 'addresses[type eq "work"].country', value: 'DE' }),
];
const group = {
  schemas: [groupSchema],
  displayName: 'Sales',
  externalId: 'g',
  members: [{ value: id, $ref: null }, { value: other }],
};
const groupPatches = [
  patchOf({ op: 'add', path: 'members', value: [{ value: id, display: 'Mia' }] }),
  patchOf({ op: 'remove', path: `members[value eq "${id}"]` }),
  patchOf({ op: 'replace', value: { displayName: 'Ops', members: [{ value: other }] } }),
];
const filters = [
  'userName eq "Nora@acme.test" and active eq true',
  `${enterprise}:manager.value eq "${id}"`,
  'not (name.familyName sw "O")',
];
const filterAttributes = {
  username: { name: 'userName', kind: 'text' },
  active: { name: 'active', kind: 'boolean' },
  'name.familyname': { name: 'familyName', kind: 'text' },
  [`${enterprise}:manager.value`.toLowerCase()]: { name: 'manager', kind: 'exact' },
} as const;

describe('names of attributes in any case', () => {
  const readers: [what: string, bodies: object[], read: (body: unknown) => unknown][] = [
    ['a user', [nested, flat, byReference], readUser],
    ['a patch of a user', userPatches, readUserPatch],
    ['a group', [group], readGroup],
    ['a patch of a group', groupPatches, readGroupPatch],
  ];
  for (const [what, bodies, read] of readers) {
    it(`say the same about ${what}`, () => {
      for (const body of bodies) {
        const usual = read(body);
        expect(Object.keys(usual as object), JSON.stringify(body)).to.not.have.length(0);
        fc.assert(
          fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (cases) => {
            expect(read(mixNames(body, mixBy(cases)))).to.deep.equal(usual);
          }),
          { numRuns: 60 },
        );
      }
    });
  }

  it('say the same in a filter', () => {
    for (const filter of filters) {
      fc.assert(
        fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (cases) => {
          const mixed = mixPath(filter, mixBy(cases));
          expect(compileFilter(mixed, filterAttributes), mixed).to.deep.equal(compileFilter(filter, filterAttributes));
        }),
        { numRuns: 60 },
      );
    }
  });

  it('give a person the manager that is named so', async () => {
    const manager = { Value: acme.id('Mia') };
    const made = await request('POST', '/Users', {
      ...oktaUser('Nora'),
      [enterprise.toUpperCase()]: { Manager: manager },
    });
    expect(made.status).to.equal(201);
    const readManager = async () =>
      ((await request('GET', `/Users/${made.body.id}`)).body[enterprise] as { manager: { value: string } }).manager
        .value;
    expect(await readManager()).to.equal(acme.id('Mia'));
    const moved = { Manager: { Value: acme.id('Bob') } };
    await request('PUT', `/Users/${made.body.id}`, { ...oktaUser('Nora'), [enterprise]: moved });
    expect(await readManager()).to.equal(acme.id('Bob'));
    const back = { op: 'Replace', Path: 'Manager', Value: { VALUE: acme.id('Mia') } };
    expect((await request('PATCH', `/Users/${made.body.id}`, patchOf(back))).status).to.be.oneOf([200, 204]);
    expect(await readManager()).to.equal(acme.id('Mia'));
    const byRef = { op: 'replace', path: 'manager.$ref', value: `../Users/${acme.id('Bob')}` };
    await request('PATCH', `/Users/${made.body.id}`, patchOf(byRef));
    expect(await readManager()).to.equal(acme.id('Bob'));
  });
});
