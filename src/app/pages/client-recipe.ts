// What a recipe for a client says, and what several of them have: the versions of the generators, and how to bring them.

/** `file` has `code`, which prints the name of the caller; `run` runs it. */
export type FirstCall = { file: string; code: string; run: string };

/**
 * How to make a client: `steps` are lines of a shell, in a folder that has the document as `openapi.json`. Without `first`, the
 * client was generated and nothing more. `isSlow`: whether it takes so long to make that its test is a nightly one.
 */
export type ClientRecipe = {
  title: string;
  needs: readonly ('node' | 'python3' | 'java' | 'mvn' | 'go' | 'ruby' | 'cargo')[];
  isSlow?: true;
  steps: readonly string[];
  first?: FirstCall;
  remark?: string;
};

/** The generators, and what their clients need, in the versions that were proven. */
export const versions = {
  heyApi: '0.95.0',
  oapiCodegen: 'v2.8.2',
  oapiRuntime: 'v1.9.0',
  ogen: 'v1.25.0',
  openapiFetch: '0.17.0',
  openapiGenerator: '7.25.0',
  openapiPythonClient: '0.29.1',
  openapiTypescript: '7.13.0',
} as const;

/** The line that brings the document; `$API` is the address of the service, without a path. */
export const download = 'curl -sSfo openapi.json "$API/openapi.json"';

/** What brings the generator that is written in Java. */
export const bringOpenapiGenerator =
  'mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -DoutputDirectory=. -Dmdep.stripVersion ' +
  `-Dartifact=org.openapitools:openapi-generator-cli:${versions.openapiGenerator}`;
export const runOpenapiGenerator = 'java -jar openapi-generator-cli.jar generate -i openapi.json -o out';
