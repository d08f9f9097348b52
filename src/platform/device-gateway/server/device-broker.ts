/** The broker as use cases see it: embedded or external, the same calls (product.md 2, `MQTT_URL`). */
export interface DeviceBroker {
  /** Publishes at QoS 1, never retained unless asked; resolves when the broker has taken the message. */
  publish(topic: string, payload: string, options?: { retain?: boolean }): Promise<void>;
  /** Makes a credential usable now; with an external broker writes it and its rights there (security 10.2). */
  grantDevice(device: { imei: string; tenantId: string; kind: string; password: string }): Promise<void>;
  /** Removes a credential and closes the device's connection at once. */
  revokeDevice(imei: string): Promise<void>;
  /** For `/readyz` and the self-check page. */
  state(): 'connected' | 'connecting' | 'stopped';
}
