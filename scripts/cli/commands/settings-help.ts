// The list of settings in help texts.
import { settingNames, settings } from '../../../src/settings/settings.ts';

export const settingsHelp = `
Settings:
${settingNames.map((name) => `  ${name.padEnd(24)}${settings[name].description}: ${settings[name].expects}`).join('\n')}`;
