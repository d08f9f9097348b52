import { type RawBuilder, sql } from 'kysely';
import type { DeviceCommander } from '#domains/devices/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { deviceCommands } from '../contract/device-commands.ts';

/** The commands to devices that a person sees: of kinds that he sees, at his spots (security 5.3). */
export function commandList(commanders: readonly DeviceCommander[]) {
  return serveList(deviceCommands, {
    computed: {
      deviceName: sql`case record.kind ${sql.join(
        commanders.map(({ kind, table }) => sql`when ${sql.lit(kind)} then (${deviceOf(table, sql`device.name`)})`),
        sql` `,
      )} else '' end`,
      payload: sql`record.args::text`,
      resultData: sql`coalesce(record.result_data::text, '')`,
      percent: sql`(record.progress ->> 'percent')::integer`,
    },
    visible: {
      condition: (actor) => {
        if (actor.isRoot) return undefined;
        const seen = commanders.filter(({ permission }) => can(actor, permission));
        const { spotIds } = actor;
        if (seen.length === 0) return sql<boolean>`false`;
        return sql<boolean>`(${sql.join(
          seen.map(({ kind, table }) =>
            spotIds === null
              ? sql`record.kind = ${sql.lit(kind)}`
              : sql`(record.kind = ${sql.lit(kind)} and exists (${deviceOf(table, sql`1`)}
                  and device.spot_id = any(${[...spotIds]}::uuid[])))`,
          ),
          sql` or `,
        )})`;
      },
    },
  });
}

const deviceOf = (table: string, what: RawBuilder<unknown>) => sql`select ${what} from ${sql.table(table)} as device
  where device.tenant_id = ${THIS_TENANT} and device.imei = record.imei`;
