import * as z from 'zod';
import { DeviceResult } from '#domains/device-commands/contract/endpoints.ts';
import { CommandState } from '#domains/devices/contract/commands.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Imei, Instant, IntField, pageFields, pageOf } from '#platform/http/contract/fields.ts';
import { clips } from './clips.ts';
import { DISPLAYS, FILE_TYPES, MOST_CLIPS, MOST_PLACES } from './codes.ts';

const view = { permission: clips.permission('view'), effect: 'read', method: 'GET', alsoMethods: ['POST'] } as const;
const change = { permission: clips.permission('edit'), method: 'POST' } as const;

/** Whether a clip is shown now. */
export const SHOWING_STATES = ['now', 'coming', 'past', 'off'] as const;
export type ShowingState = (typeof SHOWING_STATES)[number];

const Sort = IntField(0, 9_999);
/** In a list, or in a text with commas as older clients write it. */
const Ids = (most: number) =>
  (
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
      z.array(Id).max(most),
    ) as unknown as z.ZodType<string[], string[]>
  ).default([]);
const places = {
  cabinetIds: Ids(MOST_PLACES),
  /** All kiosks of these spots. */
  spotIds: Ids(MOST_PLACES),
};
const period = {
  /** Null: from now on, and until somebody ends it. */
  startsAt: Instant.nullable().default(null),
  endsAt: Instant.nullable().default(null),
};

/** One clip at one place. */
export const Showing = z.strictObject({
  id: z.string(),
  clipId: z.string(),
  clipName: z.string(),
  file: z.string(),
  fileType: z.enum(FILE_TYPES),
  display: z.enum(DISPLAYS),
  durationSeconds: z.int().nullable(),
  cabinetId: z.string().nullable(),
  spotId: z.string().nullable(),
  /** Of the cabinet or the spot. */
  placeName: z.string(),
  sort: z.int(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  state: z.enum(SHOWING_STATES),
});
export type Showing = z.infer<typeof Showing>;

export const SetAdsRequest = z.strictObject({
  ...places,
  /** In their order; none ends what these places show. */
  clipIds: Ids(MOST_CLIPS),
  /** `replace`: nothing else is shown there any more; `add`: beside what is. */
  mode: z.enum(['replace', 'add']).default('replace'),
  ...period,
});
export type SetAdsRequest = z.infer<typeof SetAdsRequest>;

export const EditShowingRequest = z.strictObject({
  id: Id,
  sort: Sort.optional(),
  startsAt: Instant.nullable().optional(),
  endsAt: Instant.nullable().optional(),
});
export type EditShowingRequest = z.infer<typeof EditShowingRequest>;

export const ListShowingsRequest = z.strictObject({
  clipId: Id.optional(),
  cabinetId: Id.optional(),
  spotId: Id.optional(),
  /** What is over is left out unless it is asked for. */
  state: z.enum(SHOWING_STATES).optional(),
  ...pageFields,
});
export type ListShowingsRequest = z.infer<typeof ListShowingsRequest>;

/** What a screen plays: a list that is the whole of it. */
export const Playlist = z.strictObject({
  /** Another list has another one. */
  version: z.string(),
  clips: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** Whole address; read by GET without a login, in parts where the player wants. */
      url: z.string(),
      fileType: z.enum(FILE_TYPES),
      durationSeconds: z.int(),
      display: z.enum(DISPLAYS),
      sort: z.int(),
      from: Instant.nullable(),
      to: Instant.nullable(),
    }),
  ),
});
export type Playlist = z.infer<typeof Playlist>;

export const PushAdsRequest = z.strictObject({
  ...places,
  /** All cabinets that show it now or will. */
  clipId: Id.optional(),
});
export type PushAdsRequest = z.infer<typeof PushAdsRequest>;

export const advertEndpoints = {
  relationship: endpoint({
    ...view,
    path: '/powerbank/api/adInfoRelationship',
    request: ListShowingsRequest,
    response: pageOf(Showing),
    summary: 'Which clips are shown where and when',
  }),
  editRelationship: endpoint({
    ...change,
    path: '/powerbank/api/adInfoRelationshipEdit',
    request: EditShowingRequest,
    response: Showing,
    summary: 'Change order or period of one clip at one place',
  }),
  deleteRelationship: endpoint({
    ...change,
    alsoMethods: ['DELETE'],
    path: '/powerbank/api/adInfoRelationshipDelete',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'A clip is shown at a place no longer',
  }),
  set: endpoint({
    ...change,
    path: '/powerbank/api/adInfoSet',
    request: SetAdsRequest,
    response: z.strictObject({ places: z.int(), showings: z.int() }),
    summary: 'Write what cabinets and kiosks of spots show, in which order and how long',
  }),
  push: endpoint({
    ...change,
    path: '/powerbank/api/adInfoPush',
    request: PushAdsRequest,
    response: z.strictObject({ sent: z.int(), refused: z.int(), results: z.array(DeviceResult) }),
    summary: 'Send cabinets their list of clips (`loadAds`); each has a result of its own',
  }),
  pushResults: endpoint({
    ...view,
    // many ids
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/powerbank/api/adInfoPushResults',
    request: z.strictObject({ commandIds: Ids(MOST_PLACES) }),
    response: z.array(
      z.strictObject({
        commandId: z.string(),
        imei: z.string(),
        state: CommandState,
        resultCode: z.string().nullable(),
        resultText: z.string().nullable(),
      }),
    ),
    summary: 'What became of lists that were sent to cabinets',
  }),
  spotPlaylist: endpoint({
    method: 'GET',
    auth: 'storefront',
    permission: null,
    path: '/storefront/v1/spots/:spotId/adverts',
    request: z.strictObject({ spotId: Id }),
    response: Playlist,
    summary: 'What the kiosks of a spot show between orders',
  }),
  cabinetPlaylist: endpoint({
    method: 'GET',
    auth: 'storefront',
    permission: null,
    path: '/storefront/v1/cabinets/:imei/adverts',
    request: z.strictObject({ imei: Imei }),
    response: Playlist,
    summary: 'What the screen of a cabinet shows',
  }),
};
