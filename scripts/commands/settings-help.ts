// The settings of a tenant as help lists them.
import { settingNames, settings } from '../../src/rules/settings.ts';

export const settingsHelp = `
Settings:
${settingNames.map((name) => `  ${name.padEnd(22)}${settings[name].description}: ${settings[name].expects}`).join('\n')}`;
