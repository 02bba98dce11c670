/** The package has no types: a validator with the published JSON schema of FHIR R4. */
declare module '@asymmetrik/fhir-json-schema-validator' {
  export default class JSONSchemaValidator {
    /** Returns the errors of a resource; none where it follows the schema. */
    validate(resource: unknown): readonly unknown[];
  }
}
