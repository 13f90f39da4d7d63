// The permissions table, held against the decisions line by line: who may, and everybody else may not.
import { expect } from 'chai';
import {
  hasPermission,
  permit,
  roles,
  rolesThatHold,
  type Permission,
  type ReportPermission,
  type Role,
} from '../../../src/platform/access/permissions.ts';

/** A tenant's setting, as it is where the tenant says nothing. */
const elevatedRoles: Role[] = ['people_team', 'senior_leadership'];
/** Everyone who could ask: a place relative to the owner of the thing, and at most one role. */
const places = { nobody: undefined, self: 0, 'direct manager': 1, 'further up': 3 };
const everyone = Object.entries(places).flatMap(([place, levelsAbove]) =>
  [null, ...roles].map((role) => ({
    who: [place, role].filter(Boolean).join(', '),
    standing: {
      roles: role ? [role] : [],
      isManager: false,
      elevatedRoles,
      managersAsk: true,
      ...(levelsAbove === undefined ? {} : { levelsAbove }),
    },
  })),
);

type Matrix = { places: (keyof typeof places)[]; roles: Role[]; both?: [keyof typeof places, Role][] };
const seniorFurtherUp: Matrix['both'] = [['further up', 'senior_manager']];
const decisions: Record<Permission, Matrix> = {
  'chain:read': {
    places: ['self', 'direct manager', 'further up'],
    roles: ['senior_leadership', 'people_team', 'admin'],
  },
  'summary:read': { places: ['self', 'direct manager', 'further up'], roles: ['senior_leadership', 'people_team'] },
  'summary:edit': { places: ['self'], roles: [] },
  'summary:respond': { places: ['direct manager', 'further up'], roles: [] },
  'question:manage': { places: ['self', 'direct manager', 'further up'], roles: ['people_team', 'admin'] },
  'question:change': { places: ['self', 'direct manager', 'further up'], roles: ['people_team', 'admin'] },
  'absence:read': { places: ['self', 'direct manager', 'further up'], roles: ['people_team', 'admin'] },
  'absence:edit': { places: ['self', 'direct manager', 'further up'], roles: ['admin'] },
  'board:read': {
    places: ['self', 'direct manager'],
    roles: ['senior_leadership', 'people_team', 'admin'],
    both: seniorFurtherUp,
  },
  'goal:edit': { places: ['self'], roles: [] },
  'profile:read': {
    places: ['self', 'direct manager'],
    roles: ['senior_leadership', 'people_team', 'admin'],
    both: seniorFurtherUp,
  },
  'ai-insights:read': { places: ['self'], roles: ['people_team', 'senior_leadership'] },
  'notification:read': { places: ['self'], roles: [] },
  'manager:set': { places: [], roles: ['admin'] },
  'profile:import': { places: [], roles: ['admin'] },
  'plan:manage': { places: [], roles: ['admin'] },
  'user:manage': { places: [], roles: ['admin'] },
  'organisation:manage': { places: [], roles: ['admin'] },
  'nominations:read': { places: [], roles: ['senior_leadership', 'people_team'] },
  'headcount:read': { places: [], roles: ['senior_leadership', 'people_team', 'admin'] },
  'audit:read': { places: [], roles: ['admin'] },
  'webhook:manage': { places: [], roles: ['admin'] },
  'chat:manage': { places: [], roles: ['admin'] },
  'identity:manage': { places: [], roles: ['admin'] },
  'changes:read': { places: [], roles: ['admin'] },
  'access:evaluate': { places: ['self'], roles: ['admin'] },
  'partner:manage': { places: [], roles: ['admin'] },
  'deputy:manage': { places: ['self'], roles: ['admin'] },
};

describe('the permissions', () => {
  for (const [permission, matrix] of Object.entries(decisions) as [Permission, Matrix][]) {
    it(`${permission} is held by exactly those the decisions name`, () => {
      const holders = everyone.filter(({ standing }) => hasPermission(standing, permission)).map(({ who }) => who);
      const named = everyone.filter(({ standing: { levelsAbove, roles: held } }) => {
        const at = (place: keyof typeof places): boolean => levelsAbove !== undefined && places[place] === levelsAbove;
        return (
          matrix.places.some(at) ||
          matrix.roles.some((role) => held.includes(role)) ||
          (matrix.both ?? []).some(([place, role]) => at(place) && held.includes(role))
        );
      });
      expect(holders).to.deep.equal(named.map(({ who }) => who));
    });
  }
});

describe('the deputy of the owner themself', () => {
  const permissions = Object.keys(decisions) as Permission[];
  const heldWith = (...rights: ('read' | 'answer')[]): Permission[] => {
    const place = {
      reason: 'deputy' as const,
      managerId: 'm',
      levelsAbove: 0,
      roles: ['senior_manager' as const],
      rights,
    };
    return permissions.filter((one) => hasPermission({ roles: [], elevatedRoles, places: [place] }, one));
  };
  it('holds no more than whom the owner has, and that for reading alone', () => {
    expect(heldWith('read')).to.deep.equal(['chain:read']);
    expect(heldWith('read', 'answer')).to.deep.equal(['chain:read']);
    expect(heldWith('answer')).to.deep.equal([]);
  });
});

describe('a partner', () => {
  const all = Object.keys(decisions) as Permission[];
  const part = { roles: [], elevatedRoles, managersAsk: false, places: [{ reason: 'partner' as const, partId: 'p' }] };
  it('holds what the People Team holds about somebody, and nothing of the tenant', () => {
    const ofTeam = all.filter((one) =>
      hasPermission({ roles: ['people_team'], elevatedRoles, managersAsk: false }, one),
    );
    expect(all.filter((one) => hasPermission(part, one))).to.deep.equal(
      ofTeam.filter((one) => one !== 'headcount:read'),
    );
  });
  it('reads insights only if the setting names the People Team', () => {
    expect(hasPermission(part, 'ai-insights:read')).to.equal(true);
    expect(hasPermission({ ...part, elevatedRoles: ['senior_leadership'] }, 'ai-insights:read')).to.equal(false);
  });
  it('gets nothing more of their own roles in their part than elsewhere', () => {
    for (const role of roles)
      for (const one of all) {
        const held = hasPermission({ ...part, roles: [role] }, one);
        const parts = hasPermission({ ...part, places: [], roles: [role] }, one) || hasPermission(part, one);
        expect(held, `${role} ${one}`).to.equal(parts);
      }
  });
});

describe('a permission that hangs on a setting', () => {
  it('is held by no role while the setting is not known', () => {
    const holders = roles.filter((role) => hasPermission({ roles: [role], levelsAbove: 1 }, 'ai-insights:read'));
    expect(holders).to.deep.equal([]);
  });
  it('is not held by managers while they may not ask', () => {
    for (const permission of ['question:manage', 'question:change'] as const) {
      expect(hasPermission({ roles: [], levelsAbove: 1, managersAsk: false }, permission)).to.equal(false);
      expect(hasPermission({ roles: [], levelsAbove: 1 }, permission)).to.equal(false);
    }
  });
});

const tenantForAdmins = ['non-setters:read', 'org:read'] as const;
const reports = ['digest:read', 'trends:read', 'check-ins:read', 'response-times:read', ...tenantForAdmins] as const;

describe('a report', () => {
  const to = (held: Role[], isManager: boolean, report: ReportPermission): string => {
    try {
      permit({ roles: held, isManager }, report);
      return rolesThatHold(report).some((role) => held.includes(role)) ? 'the tenant' : 'those below';
    } catch (refusal) {
      return (refusal as { code: string }).code;
    }
  };
  it('is for managers only', () => {
    for (const report of reports) {
      expect(to([], true, report)).to.equal('those below');
      expect(to(['senior_manager'], true, report)).to.equal('those below');
      expect(to([], false, report)).to.equal('FORBIDDEN');
      expect(to(['senior_manager'], false, report)).to.equal('FORBIDDEN');
    }
  });
  it('shows the tenant to senior leadership and the People Team, and to an admin only in non-setters and org', () => {
    for (const report of reports) {
      expect(to(['senior_leadership'], false, report)).to.equal('the tenant');
      expect(to(['people_team', 'senior_manager'], true, report)).to.equal('the tenant');
    }
    for (const report of tenantForAdmins) expect(to(['admin'], false, report)).to.equal('the tenant');
    expect(to(['admin'], false, 'digest:read')).to.equal('FORBIDDEN');
    expect(to(['admin'], true, 'trends:read')).to.equal('those below');
  });
});
