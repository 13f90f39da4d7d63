// The settings of the tenant. Its schema comes from the table in settings/settings.ts.
import { Type, type TSchema } from '@sinclair/typebox';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failInvalid } from '../../platform/errors.ts';
import { field, plainText, strictObject, withName, namedObject } from '../../platform/schema/values.ts';
import { changeSettings } from '../organisation/tenants/change-settings.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { formatValue, settingNames, settings, type SettingName } from '../../platform/settings/settings.ts';
import { parseTenantSettings } from './parse-settings.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { readTenant } from '../organisation/endpoint-settings.ts';

const Line = Type.String({ format: 'text', pattern: plainText, maxLength: 400 });
const Word = Type.String({ format: 'text', pattern: '^[^,]+$', maxLength: 400 });

function toSchema(name: SettingName): TSchema {
  const { description, expects, default: value } = settings[name];
  const words = `${description.charAt(0).toUpperCase()}${description.slice(1)}: ${expects}`;
  const schema =
    typeof value === 'number' ? Type.Integer() : Array.isArray(value) ? Type.Array(Word, { maxItems: 1_000 }) : Line;
  return field(schema, words, value);
}

const fields = Object.fromEntries(settingNames.map((name) => [name, toSchema(name)]));
/** Limits protect the other tenants: only who operates the service changes them. */
const { rateLimits: _ofOperators, ...changeable } = fields;
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
  description: 'Absent settings stay as they are. Who operates the service sets rateLimits.',
  effects:
    'Changes the settings from the next request on, with an audit entry. Mappings of groups change roles and teams at once.',
  audit: 'settings.update',
  permission: 'organisation:manage',
  body: SettingsChange,
  response: Settings,
  resource: { read: readSettings, lock: (graph) => graph.write('org/lock_tenant') },
  errors: ['LAST_ADMIN', 'OWN_ROLES', 'ROLE_APPROVAL', 'SECOND_ADMIN'],
  async handler({ body, graph, now, newId }) {
    await readTenant(graph);
    const texts = Object.entries(body).map(([name, value]) => [name, formatValue(value as string)]);
    const { values, faults } = parseTenantSettings(Object.fromEntries(texts) as Record<string, string>);
    if (faults.length > 0) failInvalid(faults.map((message) => ({ pointer: `/${message.split(' ', 1)[0]}`, message })));
    const auditId = newId();
    const ids = createRepeatableIds(newId);
    return graph.atomically(async (tx) => {
      const params = { permittedRoles: rolesThatHold('organisation:manage') };
      const { standing } = await tx.one<{ standing: Standing }>('org/permit_change', params);
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
