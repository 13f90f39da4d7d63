// Lint rules: the recommended sets, plus what keeps a server honest (no floating promise).
import tseslint from 'typescript-eslint';

/** Participles and adverbs as names say nothing about what they name; the standard terms are in the glossary. */
const archaicNames = (
  'asked asker askers begun Begun found Found given held kept Kept Known ' +
  'made owed said seen soon taken told Told toldBy whom whose wish Wish ' +
  'bee climate complaint ghost keeper Keeper nobody patience workshop'
).split(' ');

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '.state/', '.*/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: `${import.meta.dirname}/..` } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
    },
  },
  {
    files: ['src/**/*.ts', 'scripts/**/*.ts'],
    rules: { 'id-denylist': ['error', ...archaicNames] },
  },
);
