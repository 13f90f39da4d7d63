// Parses settings of a tenant, and checks what the parsers of the platform cannot know: which notification types and channels there are.
import { isPolicyEntry } from '../notifications/preferences.ts';
import { parseSettings, settings, type TenantSettings } from '../../platform/settings/settings.ts';

/** As `parseSettings`; `channelsOff` may name only channels, and types that can be switched off. */
export function parseTenantSettings(texts: Readonly<Record<string, string>>): {
  values: TenantSettings;
  faults: string[];
} {
  const { values, faults } = parseSettings(texts);
  const { channelsOff = [], ...others } = values;
  if (channelsOff.every(isPolicyEntry)) return { values, faults };
  return { values: others, faults: [...faults, `channelsOff takes ${settings.channelsOff.expects}.`] };
}
