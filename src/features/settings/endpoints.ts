// The settings of the tenant. Its schema comes from the table in settings/settings.ts.
import { Type, type TSchema } from '@sinclair/typebox';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failInvalid } from '../../platform/errors.ts';
import { field, orNull, plainText, strictObject, withName, namedObject } from '../../platform/schema/values.ts';
import { changeSettings } from '../organisation/tenants/change-settings.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { formatValue, settingNames, settings, type SettingName } from '../../platform/settings/settings.ts';
import { parseTenantSettings } from './parse-settings.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { readTenant } from '../organisation/endpoint-settings.ts';

const Line = Type.String({ format: 'text', pattern: plainText, maxLength: 400 });
const Word = Type.String({ format: 'text', pattern: '^[^,]+$', maxLength: 400 });

function toType(name: SettingName): TSchema {
  const { default: value } = settings[name];
  return typeof value === 'number'
    ? Type.Integer()
    : Array.isArray(value)
      ? Type.Array(Word, { maxItems: 1_000 })
      : Line;
}

function toWords(name: SettingName): string {
  const { description, expects } = settings[name];
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}: ${expects}`;
}

const toSchema = (name: SettingName): TSchema => field(toType(name), toWords(name), settings[name].default);
const toChange = (name: SettingName): TSchema =>
  field(orNull(toType(name)), `${toWords(name)}; null for the default`, settings[name].default);

const fields = Object.fromEntries(settingNames.map((name) => [name, toSchema(name)]));
/** Limits protect the other tenants: only who operates the service changes them. */
const changeable = Object.fromEntries(
  settingNames.flatMap((name) => (name === 'rateLimits' ? [] : [[name, toChange(name)]])),
);
const Settings = namedObject('TenantSettings', fields);
const SettingsChange = withName(
  'TenantSettingsChange',
  Type.Partial(Type.Object(changeable, strictObject), { minProperties: 1 }),
);

const readSettings = defineEndpoint({
  method: 'GET',
  path: '/admin/settings',
  operationId: 'getSettings',
  summary: 'Get the settings of the tenant.',
  permission: 'organisation:manage',
  response: Settings,
  handler: ({ graph }) => readTenant(graph),
});

const updateSettings = defineEndpoint({
  method: 'PATCH',
  path: '/admin/settings',
  operationId: 'updateSettings',
  summary: 'Change settings of the tenant.',
  description:
    'Absent settings stay as they are, and null sets one to its default. Who operates the service sets rateLimits.',
  effects:
    'Changes the settings from the next request on, with an audit entry. Mappings of groups change roles and teams at once. ' +
    'After a change of region or working days, the weeks that excuse people are derived again: at once in a tenant of up to ' +
    '200 people, in a larger one within minutes. GET /admin/organisation/check has a note until it is done.',
  audit: 'settings.update',
  permission: 'organisation:manage',
  body: SettingsChange,
  response: Settings,
  resource: { read: readSettings, lock: (graph) => graph.write('organisation/lock_tenant') },
  errors: ['LAST_ADMIN', 'OWN_ROLES', 'ROLE_APPROVAL', 'SECOND_ADMIN'],
  async handler({ body, graph, now, newId }) {
    await readTenant(graph);
    const given = Object.entries(body) as [SettingName, string | null][];
    const texts = given.map(([name, value]) => [name, formatValue(value ?? settings[name].default)]);
    const { values, faults } = parseTenantSettings(Object.fromEntries(texts) as Record<string, string>);
    if (faults.length > 0) failInvalid(faults.map((message) => ({ pointer: `/${message.split(' ', 1)[0]}`, message })));
    const auditId = newId();
    const ids = createRepeatableIds(newId);
    return graph.atomically(async (tx) => {
      const params = { permittedRoles: rolesThatHold('organisation:manage') };
      const { standing } = await tx.one<{ standing: Standing }>('organisation/permit_change', params);
      permit(standing, 'organisation:manage');
      const { after } = await changeSettings(tx, values, {
        now,
        auditId,
        newId: ids(),
        isOperator: false,
      });
      return after;
    });
  },
});

export const tenantSettings = [readSettings, updateSettings];
