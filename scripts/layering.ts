// Who may import whom (architecture 5), by pattern and without a list of slices: a side's neighbours, the doors of other
// slices, the order of areas, no cycles between files or slices; each address of a call is written once, and no function is too
// long. What is not so yet stands in `layering/exceptions.ts`.
import { join } from 'node:path';
import { addressesTwice } from './layering/addresses.ts';
import { compare } from './layering/compare.ts';
import { EXCEPTIONS } from './layering/exceptions.ts';
import { longFunctions } from './layering/long-functions.ts';
import { againstOrder } from './layering/order.ts';
import { fileCycles, wrongSides } from './layering/sides.ts';
import { sliceCycles } from './layering/slice-cycles.ts';
import { importsOf, readSources } from './layering/sources.ts';
import { throughWindows } from './layering/windows.ts';

const sources = readSources(join(import.meta.dirname, '..'));
const imports = importsOf(sources);
report([
  ...wrongSides(imports),
  ...fileCycles(imports),
  ...compare(againstOrder(imports), EXCEPTIONS.order, 'order'),
  ...compare(sliceCycles(imports), EXCEPTIONS.cycles, 'cycles'),
  ...compare(throughWindows(imports), EXCEPTIONS.windows, 'windows'),
  ...compare(longFunctions(sources), EXCEPTIONS.functions, 'functions'),
]);
// the slices themselves say which calls there are; they load only where files have no cycles
const { slices } = await import('#apps/server/slices.ts');
const paths = slices.flatMap(({ routes = [], rawRoutes = [] }) => [
  ...routes.map(({ endpoint }) => endpoint.path),
  ...rawRoutes.map(({ path }) => path),
]);
report(compare(addressesTwice(sources, paths), EXCEPTIONS.addresses, 'addresses'));

function report(wrong: readonly string[]): void {
  if (wrong.length === 0) return;
  console.error(wrong.join('\n'));
  process.exitCode = 1;
}
