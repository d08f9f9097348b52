import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import mark from '/favicon.svg?inline';

export function Brand({ isShort }: { isShort: boolean }) {
  return (
    <div className="brand">
      <img src={mark} alt="" width={32} height={32} />
      {!isShort && <span>{runtimeConfig().productName}</span>}
    </div>
  );
}
