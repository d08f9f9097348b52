import { isJumpTarget } from '#system/tenants/contract/carousel.ts';
import { LONGEST_CONTENT, LONGEST_SMS, type MessageTemplate } from '../contract/templates.ts';
import { codesOf, fillMessage, readValues } from './fill-message.ts';

export interface Fault {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Why a template cannot be saved: its test JSON fills every placeholder (practice 14), and its texts fit their channel. */
export function templateFaults(
  draft: Pick<MessageTemplate, 'code' | 'channel' | 'title' | 'content' | 'testJson'> &
    Partial<Pick<MessageTemplate, 'jumpType' | 'jumpTarget'>>,
): Fault[] {
  const faults: Fault[] = [];
  if (draft.code.includes(',')) faults.push({ path: 'code', code: 'push.code-form' });
  if (/\p{Cc}/u.test(draft.title)) faults.push({ path: 'title', code: 'push.title-form' });
  const values = readValues(draft.testJson);
  if (!values) return [...faults, { path: 'testJson', code: 'push.test-json-form' }];
  const { content, lacking } = fillMessage(draft, values);
  if (lacking.length > 0)
    faults.push({ path: 'testJson', code: 'push.test-json-lacks', params: { names: lacking.join(', ') } });
  if (draft.channel === 'sms' && content.length > LONGEST_SMS)
    faults.push({ path: 'content', code: 'push.too-long-for-sms', params: { most: LONGEST_SMS } });
  else if (content.length > LONGEST_CONTENT[draft.channel])
    faults.push({ path: 'content', code: 'push.too-long', params: { most: LONGEST_CONTENT[draft.channel] } });
  if (!isJumpTarget({ jumpType: draft.jumpType ?? 0, target: draft.jumpTarget ?? '' }))
    faults.push({ path: 'jumpTarget', code: 'push.jump-target' });
  return faults;
}

/** Whether a scene names templates, each once, and not too many. */
export function areTemplateCodes(templateCodes: string, most: number): boolean {
  const codes = codesOf(templateCodes);
  return (
    codes.length > 0 && codes.length <= most && new Set(codes.map((code) => code.toLowerCase())).size === codes.length
  );
}
