// The texts of the screens that only admins open, in the language of the page. Nobody else loads them.
import { language, withIsolates } from './language.js';
import { de } from './texts-admin-de.js';
import { en } from './texts-admin-en.js';

const tables = { en: withIsolates(en), de: withIsolates(de) };

/** The table of the language that the page has now. Screens ask for it whenever they are drawn. */
export const getTexts = () => tables[language];
