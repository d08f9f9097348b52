import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealChannelSecret } from '#platform/channels/server/index.ts';
import { sendDue } from '#platform/channels/server/send-due.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { later } from '#platform/testing/later.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { pushEndpoints as calls } from '../contract/endpoints.ts';
import { type LoggedMessage, messageLog } from '../contract/message-log.ts';
import { olderEndpoints as older } from '../contract/older-endpoints.ts';
import { scenes } from '../contract/scenes.ts';
import { type MessageTemplate, templates } from '../contract/templates.ts';

behavesAsRecords(
  templates,
  () => ({ code: 'hello', title: 'Hello', channel: 'email', content: 'Good morning' }) as const,
  {
    // neither a text in JSON, nor a list of codes, is any text
    other: { testJson: '{"name":"Kari"}', language: 'zh-CN', jumpType: undefined, jumpTarget: undefined },
  },
);
behavesAsRecords(
  scenes,
  async ({ server, tenant, staff }) => {
    const known = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('message_template').select('id').where('code', '=', 'hello').executeTakeFirst(),
    );
    if (!known)
      await server.call(templates.endpoints.add, { code: 'hello', title: 'H', channel: 'sms', content: 'C' }, staff);
    return { name: 'Hello', code: 'hello', templateCodes: 'hello' };
  },
  { other: { templateCodes: undefined } },
);

let server: TestServer;
let provider: Server;
let port: number;
let status = 200;
const sent: string[] = [];
let tenant: TestTenant;
let staff: Caller & { userId: string };

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (status === 200) sent.push(body);
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  port = (provider.address() as { port: number }).port;
  server = await startTestServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await server?.stop();
  provider.close();
});
beforeEach(async () => {
  status = 200;
  sent.length = 0;
  tenant = await server.newTenant();
  staff = await tenant.staff();
  await server.services.database.write(tenant.id, async (db) => {
    const secretKey = await sealChannelSecret(
      server.services.secrets,
      db,
      tenant.id,
      'sms_config',
      'a-secret-of-the-provider',
    );
    const config = { endpoint: `http://127.0.0.1:${port}/sms`, body: '{"to":"{phone}","text":"{text}"}', secretKey };
    await db
      .updateTable('tenant')
      .set({ sms_config: JSON.stringify(config) })
      .execute();
  });
});

const add = (more: Partial<MessageTemplate> = {}) =>
  server.call(
    templates.endpoints.add,
    { code: 'paid', title: 'Paid', channel: 'sms', content: 'Hi {name}', testJson: '{"name":"Kari"}', ...more },
    staff,
  ) as Promise<MessageTemplate>;
const addScene = (more: object = {}) =>
  server.call(scenes.endpoints.add, { name: 'Paid', code: 'paid', templateCodes: 'paid', ...more }, staff);
const log = async (who: Caller = staff) =>
  (await server.call(messageLog.endpoints.page, { pageSize: 200 }, who)).records as LoggedMessage[];
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return [error.problem, ...(error.answer.body.faults ?? []).map(({ path }) => path)];
};
const TO = { addresses: ['+4790000001'], values: { name: 'Ola' } };

describe('templates', () => {
  test('a code is taken once for each channel and language', async () => {
    await add();
    expect(await refusal(add())).toEqual(['record.taken', 'code']);
    expect(await refusal(add({ code: 'PAID' }))).toEqual(['record.taken', 'code']);
    const chinese = await add({ language: 'zh-CN' });
    await add({ channel: 'email' });
    await add({ language: 'de-DE' });
    expect(await refusal(server.call(templates.endpoints.edit, { id: chinese.id, language: 'en-US' }, staff))).toEqual([
      'record.taken',
      'code',
    ]);
  });

  test.each([
    [{ testJson: '' }, ['push.test-json-lacks', 'testJson']],
    [{ testJson: '[]' }, ['push.test-json-form', 'testJson']],
    [{ code: 'a,b' }, ['push.code-form', 'code']],
    [{ content: 'x'.repeat(1_001) }, ['push.too-long-for-sms', 'content']],
    [{ title: '' }, ['request.malformed', 'title']],
    [{ content: '' }, ['request.malformed', 'content']],
    [{ channel: 'pigeon' as never }, ['request.malformed', 'channel']],
    [{ language: 'Deutsch, bitte' }, ['request.malformed', 'language']],
    [{ language: 'en-US-GB' }, ['request.malformed', 'language']],
  ])('%j is refused', async (more, said) => {
    expect(await refusal(add(more))).toEqual(said);
  });

  test('the last text under a code stays while a scene sends it', async () => {
    const english = await add();
    const chinese = await add({ language: 'zh-CN' });
    expect(await refusal(addScene({ templateCodes: 'paid,other' }))).toEqual([
      'push.template-unknown',
      'templateCodes',
    ]);
    expect(await refusal(addScene({ templateCodes: 'paid,paid' }))).toEqual(['push.templates-form', 'templateCodes']);
    await addScene();
    await server.call(templates.endpoints.remove, { id: english.id }, staff);
    expect(await refusal(server.call(templates.endpoints.remove, { id: chinese.id }, staff))).toEqual([
      'push.template-in-use',
    ]);
    expect(await refusal(server.call(templates.endpoints.edit, { id: chinese.id, code: 'x' }, staff))).toEqual([
      'push.template-in-use',
    ]);
  });

  test('the same list is found by language under the address of the languages', async () => {
    await add();
    const chinese = await add({ language: 'zh-CN' });
    const { records } = await server.call(calls.templatesByLanguage, { language: 'zh-CN' }, staff);
    expect(records.map(({ id }) => id)).toEqual([chinese.id]);
    await addScene();
    expect((await server.call(calls.scenesByLanguage, {}, staff)).total).toBe(1);
  });
});

describe('sending', () => {
  test('a template goes to addresses and people, and the log says what became of it', async () => {
    const { id } = await add();
    const answer = await server.call(calls.sendTemplate, { id, userIds: [staff.userId], ...TO }, staff);
    expect(answer.queued + answer.skipped.length).toBe(2);
    await server.runDue();
    expect(sent).toContain('{"to":"+4790000001","text":"Hi Ola"}');
    const [row] = (await log()).filter(({ recipient }) => recipient === '+4790000001');
    expect(row).toMatchObject({
      state: 'sent',
      title: 'Paid',
      templateCode: 'paid',
      purpose: 'push',
      canSendAgain: false,
    });
  });

  test('what nothing fills, other addresses and nobody are refused', async () => {
    const { id } = await add();
    expect(await refusal(server.call(calls.sendTemplate, { id, ...TO, values: {} }, staff))).toEqual([
      'push.values-lack',
      'values',
    ]);
    expect(
      await refusal(server.call(calls.sendTemplate, { id, ...TO, addresses: ['kari@example.com'] }, staff)),
    ).toEqual(['push.address-form', 'addresses']);
    expect(await refusal(server.call(calls.sendTemplate, { id, ...TO, addresses: ['12345678'] }, staff))).toEqual([
      'push.address-form',
      'addresses',
    ]);
    expect(await refusal(server.call(calls.sendTemplate, { id, ...TO, addresses: [] }, staff))).toEqual([
      'push.nobody',
    ]);
    expect(await refusal(server.call(calls.sendTemplate, { id: 'none', ...TO }, staff))).toEqual(['record.not-found']);
    const viewer = await tenant.staff(['push:view']);
    expect(await refusal(server.call(calls.sendTemplate, { id, ...TO }, viewer))).toEqual(['request.forbidden']);
    expect(await log()).toEqual([]);
  });

  test('a person of another tenant gets nothing and is not named', async () => {
    const { id } = await add();
    const stranger = await (await server.newTenant()).staff();
    const answer = await server.call(
      calls.sendTemplate,
      { id, userIds: [stranger.userId], values: { name: 'x' } },
      staff,
    );
    expect(answer).toEqual({ queued: 0, skipped: [{ name: stranger.userId, reason: 'unknown-person' }] });
  });

  test('a scene sends the text in each language that there is one in, else the English one', async () => {
    await add();
    await add({ language: 'de-DE', content: 'Guten Tag {name}' });
    const { id } = await addScene({ templateCodes: 'paid' });
    for (const language of ['de-AT', 'fr-FR']) await server.call(calls.sendScene, { id, language, ...TO }, staff);
    await server.runDue();
    expect(sent.map((body) => JSON.parse(body).text).toSorted()).toEqual(['Guten Tag Ola', 'Hi Ola']);
  });

  test('a scene sends its templates in the language that is asked for, after its delay', async () => {
    await add();
    await add({ language: 'zh-CN', content: '你好 {name}' });
    await add({ code: 'thanks', content: 'Thanks', testJson: '' });
    const { id } = await addScene({ templateCodes: 'thanks,paid', delaySeconds: 3_600 });
    expect(await server.call(calls.sendScene, { id, language: 'zh-CN', ...TO }, staff)).toMatchObject({ queued: 2 });
    await server.runDue();
    expect(sent).toEqual([]);
    expect((await log()).map(({ state, sceneName }) => [state, sceneName])).toEqual([
      ['pending', 'Paid'],
      ['pending', 'Paid'],
    ]);
    await later(server, 3_700, async () => {
      await sendDue.run(server.services, server.services.clock.now());
      await server.runDue();
    });
    expect(sent.map((body) => JSON.parse(body).text).toSorted()).toEqual(['Thanks', '你好 Ola']);
    await server.call(scenes.endpoints.turn, { ids: [id], on: false }, staff);
    expect(await refusal(server.call(calls.sendScene, { id, ...TO }, staff))).toEqual(['push.scene-off']);
  });

  test('a failed message is sent once more with the words that it had', async () => {
    const { id } = await add();
    status = 400;
    await server.call(calls.sendTemplate, { id, ...TO }, staff);
    await server.runDue();
    const [failed] = await log();
    expect(failed).toMatchObject({ state: 'failed', lastError: 'refused', canSendAgain: true });
    await server.call(templates.endpoints.edit, { id, content: 'Other words', testJson: '' }, staff);
    status = 200;
    expect(await server.call(calls.sendAgain, { ids: [failed?.id ?? ''] }, staff)).toEqual({ sent: 1 });
    await server.runDue();
    expect(sent).toEqual(['{"to":"+4790000001","text":"Hi Ola"}']);
    expect(await log()).toMatchObject([{ state: 'sent', canSendAgain: false }]);
    expect(await refusal(server.call(calls.sendAgain, { ids: [failed?.id ?? ''] }, staff))).toEqual([
      'push.nothing-to-send',
    ]);
  });

  test('who may not send sees a part of each address', async () => {
    const { id } = await add();
    await server.call(calls.sendTemplate, { id, ...TO }, staff);
    expect((await log(await tenant.staff(['push:view']))).map(({ recipient }) => recipient)).toEqual(['+47•••••001']);
  });

  test('delivered templates and scenes are made once, in both languages', async () => {
    const made = await server.call(calls.autoCreate, {}, staff);
    expect(made).toEqual({ templates: 52, scenes: 13 });
    expect(await server.call(calls.autoCreate, {}, staff)).toEqual({ templates: 0, scenes: 0 });
    const { records } = await server.call(templates.endpoints.page, { pageSize: 200 }, staff);
    // a text message has no title of its own
    for (const row of records) expect(row.content.startsWith(row.title), row.content).toBe(row.channel === 'sms');
    for (const row of records) await server.call(templates.endpoints.edit, { id: row.id, title: row.title }, staff);
  });
});

describe('the older contract', () => {
  const FORM = {
    templateName: 'Paid',
    templateCode: 'paid',
    templateType: '1',
    templateContent: 'Hi ${name}',
    templateTestJson: '{"name":"K"}',
  };
  const list = async (request: object = {}) => (await server.call(older.templates, request, staff)).records;

  test('its templates are ours, with placeholders as it writes them', async () => {
    await server.call(older.addTemplate, FORM, staff);
    const [row] = await list({ templateName: '*ai*' });
    expect(row).toMatchObject({ ...FORM, language: 'en-US' });
    expect((await server.call(templates.endpoints.page, {}, staff)).records).toMatchObject([{ content: 'Hi {name}' }]);
    await server.call(older.editTemplate, { ...row, id: row?.id ?? '', templateName: 'Paid now' }, staff);
    expect(await server.call(older.template, { id: row?.id ?? '' }, staff)).toMatchObject({ templateName: 'Paid now' });
    expect(await list({ templateType: '2' })).toEqual([]);
    expect(await refusal(server.call(older.addTemplate, { ...FORM, templateType: '9' }, staff))).toEqual([
      'push.channel-not-there',
      'templateType',
    ]);
    expect(await refusal(server.call(older.addTemplate, { ...FORM, templateName: '' }, staff))).toEqual([
      'request.malformed',
      'templateName',
    ]);
    await server.call(older.removeTemplates, { ids: `${row?.id},` }, staff);
    expect(await list()).toEqual([]);
  });

  test('sendMsg sends one message, and refuses what it cannot', async () => {
    await server.call(older.addTemplate, FORM, staff);
    const message = { msgType: '1', templateCode: 'paid', testData: '{"name":"Ola"}', receiver: '+4790000001' };
    await server.call(older.sendMessage, message, staff);
    await server.runDue();
    expect(sent).toEqual(['{"to":"+4790000001","text":"Hi Ola"}']);
    for (const [more, said] of [
      [{ testData: '{' }, ['push.test-json-form', 'testData']],
      [{ testData: '' }, ['push.values-lack', 'values']],
      [{ receiver: 'kari@example.com' }, ['push.address-form', 'receiver']],
      [{ templateCode: 'none' }, ['push.template-unknown', 'templateCode']],
      [{ msgType: '9' }, ['push.channel-not-there', 'msgType']],
    ] as const)
      expect(await refusal(server.call(older.sendMessage, { ...message, ...more }, staff))).toEqual(said);
  });

  test('its messages are those of people: added for a time, changed and removed while they wait', async () => {
    const soon = '2099-01-01 09:00:00';
    const form = {
      esTitle: 'News',
      esType: '1',
      esReceiver: '+4790000001',
      esContent: 'Hello',
      esSendTime: soon,
      remark: 'r',
    };
    await server.call(older.addMessage, form, staff);
    await server.runDue();
    expect(sent).toEqual([]);
    const [row] = (await server.call(older.messages, { esSendStatus: '0' }, staff)).records;
    expect(row).toMatchObject({ ...form, esContent: null, esSendStatus: '0', esSendNum: 0 });
    const id = row?.id ?? '';
    expect(await server.call(older.message, { id }, staff)).toMatchObject({ esContent: 'Hello' });
    const viewer = await tenant.staff(['push:view']);
    expect(await server.call(older.message, { id }, viewer)).toMatchObject({
      esContent: null,
      esReceiver: '+47•••••001',
    });
    await server.call(older.editMessage, { id, esContent: 'Hello again', esSendTime: '' }, staff);
    await server.runDue();
    expect(sent).toEqual(['{"to":"+4790000001","text":"Hello again"}']);
    expect(await refusal(server.call(older.editMessage, { id, esContent: 'Late' }, staff))).toEqual([
      'push.already-sent',
    ]);
    await server.call(older.editMessage, { id, remark: 'kept' }, staff);
    expect(await server.call(older.message, { id }, staff)).toMatchObject({ remark: 'kept', esSendStatus: '1' });
    await server.call(older.removeMessage, { id }, staff);
    expect(await refusal(server.call(older.message, { id }, staff))).toEqual(['push.message-not-found']);
    expect(await refusal(server.call(older.removeMessages, { ids: [id] }, staff))).toEqual(['push.message-not-found']);
  });
});
