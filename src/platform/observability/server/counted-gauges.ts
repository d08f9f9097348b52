import { Gauge, type Registry } from 'prom-client';

/** One figure per label value, as the question to the database answers them. */
export type Figures = Readonly<Record<string, ReadonlyMap<string, number>>>;

interface Declared {
  readonly name: string;
  readonly help: string;
  /** Name of the label; left out where the figure is one, under the key ''. */
  readonly label?: string;
}

/**
 * Gauges whose figures come from one question, asked when the metrics are read and not in between. A question that
 * fails leaves them without figures: an unreachable database is reported elsewhere.
 */
export function countedGauges(metrics: Registry, gauges: readonly Declared[], count: () => Promise<Figures>): void {
  let asked: Promise<Figures | undefined> | undefined;
  const once = (): Promise<Figures | undefined> => {
    asked ??= count()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  for (const { name, help, label } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [metrics],
      async collect() {
        const figures = (await once())?.[name] ?? new Map<string, number>();
        this.reset();
        for (const [value, figure] of figures) {
          if (label === undefined) this.set(figure);
          else this.set({ [label]: value }, figure);
        }
      },
    });
  }
}
