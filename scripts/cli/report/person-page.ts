// Renders what is stored about a person as one self-contained HTML page.
import { Eta } from 'eta/core';
import type { PersonExport } from '../../../src/org/export-person.ts';
import { personSections, type PersonSectionName } from '../../../src/org/person-sections.ts';
import { style } from './page-style.ts';
import { personPage, personSection, personStyle } from './person-layout.ts';

const eta = new Eta();
eta.loadTemplate('@section', personSection);
eta.loadTemplate('@page', personPage);

/** Every value is escaped. */
export function renderPersonPage({ tenant, person, exportedAt, withheld, data }: PersonExport): string {
  return eta.render('@page', {
    style: style + personStyle,
    tenant: tenant.name,
    person,
    createdAt: `${exportedAt.slice(0, 16).replace('T', ' ')} UTC`,
    withheld,
    sections: Object.entries(personSections).map(([name, { title, about }]) => ({
      name,
      title,
      about,
      records: data[name as PersonSectionName].map((record) => listCells(record)),
    })),
  });
}

type Cell = [name: string, text: string];

/** Lists the values of a record, those of inner objects under both names. */
function listCells(value: unknown, name = ''): Cell[] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [[name, value.join('\n') || '–']];
  if (value === null || value === undefined || value === '') return [[name, '–']];
  if (typeof value !== 'object') return [[name, formatText(value as string | number | boolean)]];
  return Object.entries(value).flatMap(([inner, item]) => {
    const place = Array.isArray(value) ? String(Number(inner) + 1) : formatName(inner);
    return listCells(item, name === '' ? place : `${name}, ${place}`);
  });
}

/** `createdAt` is shown as `created at`. */
const formatName = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

function formatText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/, '$1 $2 UTC');
}
