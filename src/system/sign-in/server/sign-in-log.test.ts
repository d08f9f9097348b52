import { pino } from 'pino';
import { expect, test } from 'vitest';
import { passwordEndpoints } from '#system/passwords/contract/endpoints.ts';
import { PASSWORD } from '#system/session/server/test-people.ts';
import { verificationEndpoints } from '#system/verification/contract/endpoints.ts';
import { aKnownCaptcha } from '#system/verification/server/test-captcha.ts';
import { newPhone, otherCode, startServerWithPhones } from '#system/verification/server/test-phones.ts';
import { signInEndpoints } from '../contract/endpoints.ts';

test('no log says a phone number, a code, a ticket or a password, whatever goes right or wrong', async () => {
  const lines: string[] = [];
  const product = await startServerWithPhones(
    pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  );
  try {
    const [phone, username, next] = [newPhone(), 'log.reader', 'Fj3ll&Vidde'];
    await product.call(verificationEndpoints.sendCode, { mobile: phone, smsmode: '1' });
    const smscode = (await product.codeFor(phone))!;
    const form = { phone, username, password: PASSWORD };
    await product.send('POST', '/api/sys/user/register', { ...form, smscode: otherCode(smscode) });
    await product.call(signInEndpoints.register, { ...form, smscode });
    await product.send('POST', '/api/sys/phoneLogin', { mobile: phone, captcha: smscode });
    await product.send('POST', '/api/sys/phoneLogin', { mobile: phone, captcha: smscode, surprise: PASSWORD });

    const begun = await product.call(passwordEndpoints.beginAlteration, {
      account: username,
      ...(await aKnownCaptcha(product)),
    });
    const second = (await product.codeFor(phone))!;
    const { ticket } = await product.call(passwordEndpoints.verifyAlteration, {
      ticket: begun.ticket,
      smscode: second,
    });
    await product.call(passwordEndpoints.alterPassword, { ticket, password: next });

    const said = lines.join('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of [phone.slice(1), smscode, second, begun.ticket, ticket, PASSWORD, next])
      expect(said).not.toContain(secret);
  } finally {
    await product.stop();
  }
});
