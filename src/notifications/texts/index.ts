// The texts of notifications by language.
import type { Language } from '../../lib/languages.ts';
import { frame as germanFrame } from './de/frame.ts';
import { types as germanTypes } from './de/types.ts';
import { frame as englishFrame } from './en/frame.ts';
import { types as englishTypes } from './en/types.ts';
import type { Frame, TypeTexts } from './texts.ts';

export const textsByLanguage: Record<Language, { types: TypeTexts; frame: Frame }> = {
  en: { types: englishTypes, frame: englishFrame },
  de: { types: germanTypes, frame: germanFrame },
};
