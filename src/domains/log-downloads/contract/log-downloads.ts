import { ROBOTS } from '#domains/robots/contract/calls.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, text } from '#platform/records/contract/fields.ts';

export const VIEWS_LOG = 'robot:view-log';

export const LOG_DOWNLOAD_STATES = ['creating', 'created', 'failed'] as const;

/** What a download waits for, while it is being created. */
export const LOG_DOWNLOAD_STEPS = ['robot', 'parts', 'file', 'done'] as const;

/** Why there is no file. `export` is said by the file itself. */
export const LOG_DOWNLOAD_FAILURES = ['offline', 'refused', 'silent', 'cancelled', 'file'] as const;
export type LogDownloadFailure = (typeof LOG_DOWNLOAD_FAILURES)[number];

/** Logs of robots that the caller asked for as files (domain 27 and 412, practice 15). */
export const logDownloads = defineList({
  name: 'logDownload',
  namespace: 'log-downloads',
  calls: {
    ...domainCalls(ROBOTS),
    names: { page: 'logDownloadPage', one: 'logDownloadOne', export: 'logDownloadExport' },
  },
  viewNeeds: VIEWS_LOG,
  time: 'createdAt',
  label: 'robotName',
  fields: {
    robotName: text(200, { search: true, sort: true }),
    imei: text(40, { search: true, filter: true }),
    fromAt: instant({ required: true, sort: true }),
    toAt: instant({ required: true, sort: true }),
    createdAt: instant({ required: true, sort: true }),
    /** Of the log, as far as they have come. */
    parts: integer(0, 10_000, { required: true }),
    partsReceived: integer(0, 10_000, { required: true }),
  },
  computed: {
    state: choice(LOG_DOWNLOAD_STATES, 'log_download_state', { required: true }),
    step: choice(LOG_DOWNLOAD_STEPS, 'log_download_step', { required: true }),
    failure: text(20),
    lines: integer(0, 1_000_000_000, { required: true }),
    /** Bytes. */
    size: integer(0, Number.MAX_SAFE_INTEGER),
    finishedAt: instant(),
    keptUntil: instant(),
    exportId: text(40),
    /** The live messages that change it: its own, then those of its file. */
    liveId: text(40, { required: true }),
  },
});
export type LogDownload = ListedOf<typeof logDownloads>;
