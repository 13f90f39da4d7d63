// The texts of notifications by language.
import type { Language } from '../../lib/languages.ts';
import type { NotificationType } from '../registry.ts';
import { frame as germanFrame } from './de/frame.ts';
import { types as germanTypes } from './de/types.ts';
import { frame as englishFrame } from './en/frame.ts';
import { types as englishTypes } from './en/types.ts';
import type { Frame, Texts, TypeTexts } from './texts.ts';

const byLanguage: Record<Language, { types: TypeTexts; frame: Frame }> = {
  en: { types: englishTypes, frame: englishFrame },
  de: { types: germanTypes, frame: germanFrame },
};

export const getFrame = (language: Language): Frame => byLanguage[language].frame;

export const getTexts = (language: Language, type: NotificationType): Texts<Record<string, unknown>> =>
  byLanguage[language].types[type];
