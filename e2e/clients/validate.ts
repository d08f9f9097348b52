// Validates an OpenAPI document with a validator that is not ours: the file is the only argument.
import { Validator } from '@seriousme/openapi-schema-validator';

const { valid, errors } = await new Validator().validate(process.argv[2] ?? '');
if (!valid) {
  console.error(JSON.stringify(errors, null, 1));
  process.exitCode = 1;
}
