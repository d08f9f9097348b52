import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { serveList, serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { CHANNEL_PAGE, MANUAL_PUSH, MESSAGE_LOG, SCENE_LIST, TEMPLATE_LIST } from '../contract/addresses.ts';
import { CHANNEL_EDIT, channelEndpoints } from '../contract/channel-page.ts';
import { choiceEndpoints } from '../contract/choices.ts';
import { storefrontMessageEndpoints } from '../contract/devices.ts';
import { pushEndpoints, SEND_PERMISSION } from '../contract/endpoints.ts';
import { messageLog } from '../contract/message-log.ts';
import { messageNotice, pushDeclinedNotice, pushWaitsNotice } from '../contract/notices.ts';
import { pushProblems } from '../contract/problems.ts';
import { pushRunEndpoints, pushRuns } from '../contract/runs.ts';
import { scenes } from '../contract/scenes.ts';
import { templates } from '../contract/templates.ts';
import { maskedAddress } from '../rules/masked-address.ts';
import { addDelivered, autoCreate, removeDelivered } from './auto-create.ts';
import { attemptsOfMessage, listChannels, saveChannel, testChannel } from './channel-page.ts';
import { messageReceived, removeDevice, saveDevice } from './devices.ts';
import { olderMessageRoutes } from './older-messages.ts';
import { olderTemplateRoutes } from './older-templates.ts';
import {
  choicesLinkRoute,
  choicesOfCustomer,
  oneClickRoute,
  readByLink,
  readOwnChoices,
  saveByLink,
  saveChoiceOfCustomer,
  saveOwnChoice,
} from './opt-out.ts';
import { countForAll, push, pushToAll, runJobHandler, stopRun } from './runs.ts';
import { sceneServing, templateServing } from './saved.ts';
import { sceneSubscriptions } from './scene-events.ts';
import { approveRun, declineRun } from './second-person.ts';
import { sendAgain, sendScene, sendTemplate } from './send.ts';

export { makeDelivered } from './auto-create.ts';
export { deliveryHooks } from './hooks.ts';

const templateRecords = serveRecords(templates, {
  ...templateServing,
  examples: {
    ...{ code: 'order-paid', title: 'Order {orderNo}', channel: 'E-mail', language: 'en-US' },
    ...{ content: 'Thank you. Your order {orderNo} is paid.', testJson: '{"orderNo": "A-101"}' },
  },
});
const sceneRecords = serveRecords(scenes, {
  ...sceneServing,
  examples: { name: 'Order paid', code: 'order-paid', templateCodes: 'order-paid', delaySeconds: '0', status: 'On' },
});
const log = serveList(messageLog, {
  masked: { permission: SEND_PERMISSION, fields: { recipient: maskedAddress } },
  computed: { canSendAgain: sql`(record.state = 'failed' and record.content is not null)` },
});

const runs = serveList(pushRuns, {
  // what is on its way has a place and does not wait
  computed: {
    unsent: sql`(
      select count(distinct customer_id)::integer from message_delivery
       where tenant_id = ${THIS_TENANT} and run_id = record.id and state in ('pending', 'held')
         and (claimed_at is null or is_put_off)
    )`,
  },
});

const may = (key: string) => ({ namespace: 'message-templates', key: `kind.may.${key}` });

export const pushSlice: ServerSlice = sliceOf(
  {
    name: 'push',
    about: 'Texts of messages, what is sent together as a scene, and the log of all messages.',
    problems: pushProblems,
    tenants: { begin: addDelivered, end: removeDelivered },
    permissions: {
      'push:view': may('view'),
      'push:add': may('add'),
      'push:edit': may('edit'),
      'push:delete': may('delete'),
      [SEND_PERMISSION]: may('send'),
      [CHANNEL_EDIT]: may('channels'),
    },
    jobs: [runJobHandler],
    subscriptions: sceneSubscriptions,
    noticeKinds: [pushWaitsNotice, pushDeclinedNotice, messageNotice],
    rawRoutes: [oneClickRoute, choicesLinkRoute],
    menu: [
      {
        ...{ group: 'messages', title: { namespace: 'message-templates', key: 'kind.menu' }, path: '/messages' },
        ...{ redirect: TEMPLATE_LIST, icon: 'message', sort: 60 },
      },
      { page: 'push/manual', kind: pushRuns, under: 'messages', path: MANUAL_PUSH, icon: 'users', sort: 60 },
      { page: 'push/templates', kind: templates, under: 'messages', path: TEMPLATE_LIST, icon: 'edit', sort: 61 },
      { page: 'push/scenes', kind: scenes, under: 'messages', path: SCENE_LIST, icon: 'list', sort: 62 },
      { page: 'push/log', kind: messageLog, under: 'messages', path: MESSAGE_LOG, icon: 'mail', sort: 63 },
      {
        ...{ page: 'push/channels', under: 'messages', path: CHANNEL_PAGE, icon: 'send', sort: 64 },
        ...{ title: { namespace: 'message-channels', key: 'title' }, needs: messageLog.permission('view') },
      },
    ],
    routes: [
      route(pushRunEndpoints.push, push),
      route(pushRunEndpoints.pushToAll, pushToAll),
      route(pushRunEndpoints.countForAll, countForAll),
      route(pushRunEndpoints.approve, approveRun),
      route(pushRunEndpoints.decline, declineRun),
      route(pushRunEndpoints.stop, stopRun),
      route(channelEndpoints.list, listChannels),
      route(channelEndpoints.saveChannel, saveChannel),
      route(channelEndpoints.test, testChannel),
      route(channelEndpoints.attempts, attemptsOfMessage),
      route(choiceEndpoints.read, readByLink),
      route(choiceEndpoints.save, saveByLink),
      route(choiceEndpoints.ofCustomer, choicesOfCustomer),
      route(choiceEndpoints.saveOfCustomer, saveChoiceOfCustomer),
      route(storefrontMessageEndpoints.saveDevice, saveDevice),
      route(storefrontMessageEndpoints.removeDevice, removeDevice),
      route(storefrontMessageEndpoints.received, messageReceived),
      route(storefrontMessageEndpoints.choices, readOwnChoices),
      route(storefrontMessageEndpoints.saveChoice, saveOwnChoice),
      route(pushEndpoints.sendTemplate, sendTemplate),
      route(pushEndpoints.sendScene, sendScene),
      route(pushEndpoints.sendAgain, sendAgain),
      route(pushEndpoints.autoCreate, autoCreate),
      route(
        pushEndpoints.templatesByLanguage,
        (context, request) => listRecords(templateRecords.served, context, request) as Promise<never>,
      ),
      route(
        pushEndpoints.scenesByLanguage,
        (context, request) => listRecords(sceneRecords.served, context, request) as Promise<never>,
      ),
      ...olderTemplateRoutes(templateRecords.served),
      ...olderMessageRoutes,
    ],
  },
  templateRecords,
  sceneRecords,
  log,
  runs,
);
