import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database.ts';

/** Connections that are used or idle, and callers that wait for one, by pool. */
export function measurePools(database: Database, metrics: Registry): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by pool: used, idle, and how many callers wait for one',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const { pool, open, idle, waiting } of database.poolFigures()) {
        this.set({ pool, state: 'used' }, open - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
