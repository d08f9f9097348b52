import { UPLOAD_KIND_NAMES } from '#platform/files/contract/upload-kinds.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, text } from '#platform/records/contract/fields.ts';

/** Pictures that people of the tenant have stored (system-api.md 5.16). */
export const storedFiles = defineList({
  name: 'storedFile',
  namespace: 'stored-files',
  calls: systemCalls('/sys/oss/file'),
  time: 'createdAt',
  label: 'label',
  notFound: 'file.not-found',
  fields: {
    label: text(200, { search: true, sort: true }),
    kind: choice(UPLOAD_KIND_NAMES, 'upload_kind', { required: true, sort: true }),
    extension: text(10, { filter: true }),
    sizeBytes: integer(0, Number.MAX_SAFE_INTEGER, { required: true, sort: true }),
    width: integer(0, 1_000_000, { required: true }),
    height: integer(0, 1_000_000, { required: true }),
    createdAt: instant({ required: true, sort: true }),
    /** Since when no record names it; it goes by itself after two days. */
    unusedSince: instant({ sort: true }),
  },
  computed: {
    /** As older clients call label and address. */
    fileName: text(220),
    url: text(500),
    uploadedByName: text(100),
    /** How many records name it. */
    uses: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type StoredFileRow = ListedOf<typeof storedFiles>;
