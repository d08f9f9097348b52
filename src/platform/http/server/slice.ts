import type * as z from 'zod';
import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { RuledList } from '#platform/data-rules/contract/data-rule.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Subscription } from '#platform/events/server/subscribe.ts';
import type { ExportDefinition } from '#platform/exports/server/define-export.ts';
import type { ImportDefinition } from '#platform/imports/server/define-import.ts';
import type { JobHandler, Schedule } from '#platform/jobs/server/define-job.ts';
import type { ScheduledWork } from '#platform/jobs/server/define-work.ts';
import type { ProblemTable } from '#platform/problems/contract/problem.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type {
  DictionarySource,
  SliceMenuEntry,
  TableDictionary,
  TenantParts,
  UniqueField,
} from '#platform/records/server/slice-parts.ts';
import type { Reversible } from '#platform/undo/server/reversible.ts';
import type { RawRoute, Route } from './route.ts';

/** A call that others receive: its name, when it comes, its headers and its body. */
export interface DocumentedWebhook {
  readonly name: string;
  readonly about: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodType;
}

/** Everything a slice adds to the system, as one object and without import side effects (architecture 5). */
export interface ServerSlice {
  readonly name: string;
  /** One line for the API page and the map. */
  readonly about?: string;
  /** The slice in whose group of the API page its calls stand, where a slice was divided: they keep the names they had. */
  readonly documentedWith?: string;
  readonly routes?: readonly Route[];
  /** Answers that are no envelope: documents, streams, raw webhooks. */
  readonly rawRoutes?: readonly RawRoute[];
  readonly problems?: ProblemTable;
  readonly jobs?: readonly JobHandler[];
  readonly schedules?: readonly Schedule[];
  /** Work that people may put on a schedule of their own. */
  readonly scheduledWork?: readonly ScheduledWork[];
  /** Performs what is due beside the schedules of the code, and answers how much was. */
  readonly planDue?: (services: Services) => Promise<number>;
  readonly subscriptions?: readonly Subscription[];
  /** Encrypts the slice's secrets of one tenant anew, in one transaction; answers how many had an older key (security 7.2). */
  readonly renewSecrets?: (services: Services, db: TenantDb, tenantId: string) => Promise<number>;
  /** Tables that people can bring along. */
  readonly imports?: readonly ImportDefinition[];
  /** Files that people can ask for. */
  readonly exports?: readonly ExportDefinition[];
  /** Kinds of rows that leave the database when they are old. */
  readonly archives?: readonly ArchiveKind[];
  /** Kinds of change that can be taken back. */
  readonly reversibles?: readonly Reversible[];
  /** Tables that may be read as dictionaries. */
  readonly tableDictionaries?: readonly TableDictionary[];
  /** Dictionaries that are known when they are asked for: a code that is none of its own is left to others. */
  readonly dictionarySources?: readonly DictionarySource[];
  /** Fields that forms check during typing: is the value free? */
  readonly uniqueFields?: readonly UniqueField[];
  /** Kinds of record that are made from their declaration. */
  readonly kinds?: readonly RecordKind[];
  /** Kinds of notice that it makes: people choose how each reaches them. */
  readonly noticeKinds?: readonly { readonly name: string }[];
  /**
   * Permissions with titles of their own: those of its calls that no kind names, and those that no call asks for.
   */
  readonly permissions?: Readonly<Record<string, { readonly namespace: string; readonly key: string }>>;
  /** Lists that are no kind of record and whose rows data rules can narrow. */
  readonly ruledLists?: readonly RuledList[];
  /** Rights for the administrator alone: no role can be given them. */
  readonly rootOnly?: readonly string[];
  /** Its entries of the menu. */
  readonly menu?: readonly SliceMenuEntry[];
  /** What it keeps of each tenant, for who keeps the tenants. */
  readonly tenants?: TenantParts;
  /** What it sends to addresses of others, for the API page. */
  readonly webhooks?: readonly DocumentedWebhook[];
  /** Long-lived work, such as the device gateway; answers how to stop it. */
  readonly start?: (services: Services) => Promise<() => Promise<void>>;
}
