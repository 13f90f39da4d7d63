// The texts of notifications by language.
import type { Language } from '../../lib/languages.ts';
import { german } from './de/index.ts';
import { english } from './en/index.ts';
import type { Frame, TypeTexts } from './texts.ts';

export const textsByLanguage: Record<Language, { frame: Frame; types: TypeTexts }> = { en: english, de: german };
