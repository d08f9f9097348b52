import { runtimeConfig } from '#platform/http/web/runtime-config.ts';

export function Brand({ isShort }: { isShort: boolean }) {
  return (
    <div className="brand">
      <img src="/favicon.svg" alt="" width={32} height={32} />
      {!isShort && <span>{runtimeConfig().productName}</span>}
    </div>
  );
}
