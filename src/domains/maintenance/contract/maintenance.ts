import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';

const BASE = '/maintenance/api';
const MOST_CUPS = 1_000_000;
const MOST_DAYS = 3_650;

/** What a tenant has that said nothing: the example of practice 13. */
export const USUAL_INTERVAL = { cups: 2_000, days: 30 } as const;

const interval = { cups: IntField(1, MOST_CUPS), days: IntField(1, MOST_DAYS) };
export const MaintenanceInterval = z.strictObject({ cups: z.int(), days: z.int() });
export type MaintenanceInterval = z.infer<typeof MaintenanceInterval>;

/** How far a robot is from its next maintenance (practice 13). */
export const RobotMaintenance = z.strictObject({
  robotId: z.string(),
  ...MaintenanceInterval.shape,
  /** Null: as the tenant has it. */
  ownCups: z.int().nullable(),
  ownDays: z.int().nullable(),
  /** Null: it was never recorded; then the robot counts from the day on which it was added. */
  lastAt: Instant.nullable(),
  cupsUsed: z.int(),
  /** Of the last 14 days, to a tenth. */
  cupsPerDay: z.number(),
  daysGone: z.int(),
  /** Whole days; below zero it is overdue. */
  countdownDays: z.int(),
});
export type RobotMaintenance = z.infer<typeof RobotMaintenance>;

export const MaintenanceRecord = z.strictObject({
  id: z.string(),
  doneAt: Instant,
  doneBy: z.string(),
  what: z.string(),
  remark: z.string(),
  cupsUsed: z.int(),
  daysGone: z.int(),
});
export type MaintenanceRecord = z.infer<typeof MaintenanceRecord>;
export const MaintenancePage = pageOf(MaintenanceRecord);
export type MaintenancePage = z.infer<typeof MaintenancePage>;

export const RecordMaintenanceRequest = z.strictObject({
  robotId: Id,
  what: Text(200, 1),
  /** The caller, unless told. */
  doneBy: Text(100).optional(),
  remark: Text(500).optional(),
  /** Now, unless told; neither in the future nor before the maintenance that is recorded last. */
  doneAt: Instant.optional(),
});
export type RecordMaintenanceRequest = z.infer<typeof RecordMaintenanceRequest>;

export const RobotPlanRequest = z.strictObject({
  robotId: Id,
  cups: interval.cups.nullable(),
  days: interval.days.nullable(),
});
export type RobotPlanRequest = z.infer<typeof RobotPlanRequest>;

export const MaintenancePageRequest = z.strictObject({ ...pageFields, robotId: Id });
export type MaintenancePageRequest = z.infer<typeof MaintenancePageRequest>;

export const TenantPlanRequest = z.strictObject(interval);

export const maintenanceEndpoints = {
  one: endpoint({
    method: 'GET',
    path: `${BASE}/one`,
    permission: 'robot:view',
    effect: 'read',
    request: z.strictObject({ robotId: Id }),
    response: RobotMaintenance,
    summary: "A robot's maintenance interval and the days that are left of it",
  }),
  page: endpoint({
    method: 'POST',
    path: `${BASE}/page`,
    permission: 'robot:view',
    effect: 'read',
    request: MaintenancePageRequest,
    response: MaintenancePage,
    summary: 'What was done in the maintenance of a robot, newest first',
  }),
  record: endpoint({
    method: 'POST',
    path: `${BASE}/record`,
    permission: 'robot:maintain',
    request: RecordMaintenanceRequest,
    response: RobotMaintenance,
    summary: 'Record the maintenance of a robot; its cups and days count from then',
  }),
  plan: endpoint({
    method: 'POST',
    path: `${BASE}/plan`,
    permission: 'robot:edit',
    request: RobotPlanRequest,
    response: RobotMaintenance,
    summary: 'Change the maintenance interval of a robot; null takes that of the tenant',
  }),
  tenantPlan: endpoint({
    method: 'GET',
    path: `${BASE}/tenantPlan`,
    permission: 'robot:view',
    request: z.strictObject({}),
    response: MaintenanceInterval,
    summary: 'The maintenance interval of robots that have none of their own',
  }),
  saveTenantPlan: endpoint({
    method: 'POST',
    path: `${BASE}/saveTenantPlan`,
    permission: 'robot:edit',
    request: TenantPlanRequest,
    response: MaintenanceInterval,
    summary: 'Change the maintenance interval of robots that have none of their own',
  }),
};
