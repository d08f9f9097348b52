import { inject } from 'vitest';
import type { OpenProduct } from './global-setup.ts';

/** The product of the worker that runs this file: nobody else uses it meanwhile, and files before this one have. */
export function ownProduct(): OpenProduct {
  const product = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!product) throw new Error(`No product was started for worker ${process.env['VITEST_POOL_ID']}`);
  return product;
}
