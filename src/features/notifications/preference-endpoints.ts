// The channels and the language of the caller's notifications.
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { failInvalid, type Fault } from '../../platform/errors.ts';
import { NotificationPreferences, PreferenceChange } from './schema.ts';
import {
  isNotificationType,
  resolvePreferences,
  toChoice,
  type Preferences,
  type StoredPreferences,
} from './preferences.ts';
import { channels as allChannels, listDefaults } from './channels.ts';
import { isSecurityNotice } from './registry.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const readPreferences = defineEndpoint({
  method: 'GET',
  path: '/notifications/preferences',
  operationId: 'getNotificationPreferences',
  summary: "Get the caller's channels for each type, and language.",
  response: NotificationPreferences,
  async handler({ graph }) {
    return toResponse(await graph.one<StoredPreferences>('notifications/preferences'));
  },
});

const changePreferences = defineEndpoint({
  method: 'PUT',
  path: '/notifications/preferences',
  operationId: 'setNotificationPreferences',
  summary: "Set the caller's channels for each type, and language.",
  effects: 'Replaces all choices; types that are not listed return to their defaults.',
  audit: { none: "The caller's own." },
  body: PreferenceChange,
  response: NotificationPreferences,
  resource: { read: readPreferences, lock: (graph) => graph.write('access/lock_caller') },
  async handler({ body: { preferences, language }, graph }) {
    const { channels: stored, tenant } = await graph.one<StoredPreferences>('notifications/preferences');
    const before = stored === null ? {} : (JSON.parse(stored) as Preferences);
    const defaults = listDefaults(tenant ?? {});
    const chosen: Preferences = {};
    const faults: Fault[] = [];
    for (const [index, { type, channels }] of preferences.entries()) {
      const pointer = `/preferences/${index}/type`;
      if (!isNotificationType(type))
        faults.push({ pointer, message: 'type must be one that GET /notifications/types lists.' });
      else if (isSecurityNotice(type) && !defaults.every((channel) => channels.includes(channel)))
        faults.push({ pointer: `/preferences/${index}/channels`, message: 'channels of a security notice are all.' });
      else if (chosen[type]) faults.push({ pointer, message: 'preferences must name each type once.' });
      else if (!channels.every((channel) => defaults.includes(channel)))
        faults.push({ pointer: `/preferences/${index}/channels`, message: 'channels must be defaults of the type.' });
      else chosen[type] = toChoice(allChannels, channels, before[type], tenant ?? {});
    }
    if (faults.length > 0) failInvalid(faults);
    const changed = await graph.write<StoredPreferences>('notifications/set_preferences', {
      channels: JSON.stringify(chosen),
      languages: language === undefined ? [] : [language],
    });
    return toResponse(changed ?? (await failMissedWrite(graph, 'UNAUTHENTICATED')));
  },
});

function toResponse({ channels, language, tenant }: StoredPreferences): NotificationPreferences {
  const chosen = channels ? (JSON.parse(channels) as Preferences) : {};
  return { preferences: resolvePreferences(chosen, tenant ?? {}), ...(language && { language }) };
}

export const notificationPreferences = [readPreferences, changePreferences];
