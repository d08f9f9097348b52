import { randomBytes } from 'node:crypto';
import { openRequest } from '#domains/refunds/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { referFiles, uploadImage } from '#platform/files/server/index.ts';
import type { UploadedFile } from '#platform/http/contract/fields.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { type CaseWish, orderCases } from '../contract/cases.ts';
import type { ProvedOrder } from '../contract/endpoints.ts';
import { countCases, readProvedOrder } from './case-store.ts';
import { atMachine, machineOf } from './known-machine.ts';
import { readProof } from './proof.ts';

/** Of one order: who was refused twice writes to the people behind the machine. */
const MOST_CASES = 3;
const KEY_BYTES = 16;

interface Asked {
  readonly device: string;
  readonly proof: string;
  readonly wish: CaseWish;
  readonly words: string;
  readonly file?: UploadedFile | undefined;
}

/** Opens the refund application of a customer at a machine, with what he saw and what the machine was like. */
export async function ask(context: RequestContext, asked: Asked): Promise<{ key: string; order: ProvedOrder }> {
  const { services, language } = context;
  const { device, machine } = await machineOf(context, asked.device);
  const { orderNo, provedBy } =
    readProof(services.secrets, device, asked.proof, context.now()) ?? raise('case.proof-over');
  const inside = atMachine(context, device);
  await inside.read(async (db) => {
    const order = (await readProvedOrder(db, orderNo, language)) ?? raise('case.proof-over');
    const state = order.asked?.state;
    if (state === 'waiting' || state === 'moneyOnItsWay') raise('case.asked-already');
    if ((await countCases(db, orderNo)) >= MOST_CASES) raise('case.asked-enough');
  });
  const photo = asked.file ? (await uploadImage(inside, { biz: 'case', file: asked.file })).path : '';
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return inside.transaction(async (tx) => {
    const refund = await openRequest(tx, { orderNo, reason: asked.words });
    const id = newId();
    await tx.db
      .insertInto('order_case')
      .values({
        ...{ id, order_no: orderNo, refund_id: refund.id, robot_id: machine.robotId, key_digest: sha256(key) },
        ...{ wish: asked.wish, words: asked.words, photo, proved_by: provedBy, asked_at: tx.now() },
        machine: JSON.stringify(machine.state),
      })
      .execute();
    if (photo !== '') await referFiles(tx, { kind: orderCases.name, id, field: 'photo' }, [photo], { upload: 'case' });
    await tx.audit({
      action: 'case:ask',
      objectKind: 'order',
      objectId: orderNo,
      after: { case: id, wish: asked.wish },
    });
    return { key, order: (await readProvedOrder(tx.db, orderNo, language)) ?? raise('case.not-found') };
  });
}

/** By the key that was given to who asked; of another machine it opens nothing. */
export async function readState(
  context: RequestContext,
  { device: text, key }: { readonly device: string; readonly key: string },
): Promise<ProvedOrder> {
  const { device, machine } = await machineOf(context, text);
  const order = await context.services.database.read(device.tenantId, async (db) => {
    const found = await db
      .selectFrom('order_case')
      .select('order_no')
      .where('key_digest', '=', sha256(key))
      .where('robot_id', '=', machine.robotId)
      .executeTakeFirst();
    return found && readProvedOrder(db, found.order_no, context.language);
  });
  return order ?? raise('case.not-found');
}
