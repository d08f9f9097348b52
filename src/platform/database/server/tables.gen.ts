// Made by `npm run db:types` from db/migrations. Do not edit.
import type { ColumnType } from 'kysely';

/** jsonb: read as the parsed value, written as JSON text. */
export type Json = ColumnType<unknown, string | null, string | null>;
type Generated<T> = ColumnType<T, T | undefined, T>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;
/** Written by the handle (tenant-filter.ts), never by the caller. */
type TenantColumn = ColumnType<number, string | number | undefined, never>;

export interface Tables {
  access_request: {
    user_id: string;
    user_name: string;
    action: string;
    reason: string;
    state: Generated<string>;
    role_name: Generated<string>;
    ends_at: Date | null;
    answer: Generated<string>;
    answered_by: Generated<string>;
    answered_at: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  ad_clip: {
    name: string;
    file: string;
    file_type: string;
    display: string;
    duration_seconds: number | null;
    sort: Generated<number>;
    status: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  ad_showing: {
    tenant_id: TenantColumn;
    id: string;
    clip_id: string;
    cabinet_id: string | null;
    spot_id: string | null;
    sort: Generated<number>;
    starts_at: Date | null;
    ends_at: Date | null;
    created_at: Date;
    created_by: string;
  };
  agreement: {
    type: string;
    terms_version: string;
    update_info: string;
    url: Generated<string>;
    content: Generated<string>;
    content_zh: Generated<string>;
    image: Generated<string>;
    status: Generated<number>;
    published_at: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  agreement_acceptance: {
    tenant_id: TenantColumn;
    agreement_id: string;
    customer_id: string;
    accepted_at: Date;
    customer_ref: string | null;
  };
  alarm: {
    tenant_id: TenantColumn;
    id: string;
    spot_id: string;
    robot_id: string | null;
    device_imei: string;
    device_name: string;
    type: string;
    sub_key: Generated<string>;
    severity: string;
    state: Generated<string>;
    value: Generated<string>;
    value_zh: Generated<string>;
    count: Generated<number>;
    raised_at: Date;
    last_seen_at: Date;
    acknowledged_at: Date | null;
    acknowledged_by: Generated<string>;
    assigned_to: Generated<string>;
    snoozed_until: Date | null;
    cleared_at: Date | null;
    cleared_why: Generated<string>;
    silent: Generated<boolean>;
    calls: GeneratedJson;
    messages: Generated<number>;
    clear_due_at: Date | null;
    cabinet_id: string | null;
    source_id: Generated<string | null>;
    parent_id: string | null;
    is_part: Generated<boolean | null>;
    assigned_user_id: string | null;
    acknowledged_user_id: string | null;
  };
  alarm_duty: {
    name: string;
    spot_id: string | null;
    user_name: string;
    user_id: string;
    weekdays: GeneratedJson;
    hours: Json;
    starts_on: string;
    ends_on: string | null;
    every_weeks: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  alarm_duty_change: {
    reason: string;
    spot_id: string | null;
    from_at: Date;
    until_at: Date;
    absent_user_name: Generated<string>;
    absent_id: string | null;
    user_name: string;
    user_id: string;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  alarm_handover: {
    tenant_id: TenantColumn;
    id: string;
    spot_id: string | null;
    at: Date;
    by_id: string;
    by_name: string;
    note: string;
    for_id: string | null;
    for_name: Generated<string>;
    read_at: Date | null;
    read_by: Generated<string>;
  };
  alarm_step: {
    tenant_id: TenantColumn;
    id: string;
    alarm_id: string;
    at: Date;
    kind: string;
    actor: Generated<string>;
    detail: GeneratedJson;
  };
  alarm_user: {
    tenant_id: TenantColumn;
    user_id: string;
    by_sms: Generated<boolean>;
    by_email: Generated<boolean>;
    spot_ids: Generated<string[]>;
    updated_at: Date;
    updated_by: Generated<string>;
  };
  alarm_watch: {
    tenant_id: TenantColumn;
    robot_id: string;
    type: string;
    sub_key: string;
    is_bad: boolean;
    since: Date;
  };
  announcement: {
    titile: string;
    titile_zh: Generated<string>;
    msg_abstract: Generated<string>;
    msg_abstract_zh: Generated<string>;
    msg_content: Generated<string>;
    msg_content_zh: Generated<string>;
    start_time: Date | null;
    end_time: Date | null;
    priority: Generated<string>;
    msg_category: Generated<string>;
    msg_type: Generated<string>;
    user_ids: GeneratedJson;
    send_status: Generated<string>;
    sender: Generated<string>;
    send_time: Date | null;
    cancel_time: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  announcement_read: {
    tenant_id: TenantColumn;
    announcement_id: string;
    user_id: string;
    read_at: Date;
  };
  archive_month: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    month: string;
    state: Generated<string>;
    row_count: Generated<number>;
    restored_count: Generated<number>;
    size_bytes: Generated<number>;
    archived_at: Date;
    restored_by: Generated<string>;
    restored_until: Date | null;
  };
  archive_part: {
    tenant_id: TenantColumn;
    id: string;
    month_id: string;
    table_name: string;
    names_people: boolean;
    state: Generated<string>;
    row_count: Generated<number>;
    size_bytes: Generated<number>;
    checksum: Generated<string>;
    created_at: Date;
    unreadable_at: Date | null;
  };
  audit_chain: {
    tenant_id: TenantColumn;
    last_number: Generated<number>;
    sealed_at: Date | null;
    headed_at: Date | null;
    checking_since: Date | null;
    checked_number: Generated<number>;
    checked_at: Date | null;
    fault: Generated<string>;
    fault_number: number | null;
    fault_row: Generated<string>;
  };
  audit_replaced: {
    tenant_id: TenantColumn;
    row_id: string;
    original: Buffer;
    digest: Buffer;
    mac: Buffer;
    at: Date;
  };
  audit_row: {
    tenant_id: TenantColumn;
    id: string;
    at: Date;
    actor_kind: string;
    actor_id: string;
    actor_name: string;
    action: string;
    object_kind: Generated<string>;
    object_id: Generated<string>;
    result: Generated<string>;
    before: Json;
    after: Json;
    reason: string | null;
    address: Generated<string>;
    request_id: Generated<string>;
    digest: Buffer | null;
    mac: Buffer | null;
  };
  audit_seal: {
    tenant_id: TenantColumn;
    number: number;
    row_id: string;
    adopted: Generated<boolean>;
    link: Buffer;
  };
  audit_waiting: {
    tenant_id: TenantColumn;
    row_id: string;
    older: Generated<boolean>;
  };
  beverage: {
    tenant_id: TenantColumn;
    id: string;
    menu_id: string;
    name: string;
    name_zh: Generated<string>;
    description: Generated<string>;
    image: Generated<string>;
    short_title: Generated<string>;
    temperature: Generated<string>;
    original_price_minor: number;
    discounted_price_minor: number | null;
    tax_rate: number | null;
    production_seconds: Generated<number>;
    status: Generated<string>;
    sort: Generated<number>;
    created_at: Generated<Date>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    head_image: Generated<string>;
    body_images: GeneratedJson;
    drawing_machine: Generated<boolean>;
    foam_printing: Generated<boolean>;
    price_minor: Generated<number | null>;
  };
  beverage_option_group: {
    tenant_id: TenantColumn;
    beverage_id: string;
    group_id: string;
    default_choice_id: string | null;
  };
  broker_move: {
    tenant_id: TenantColumn;
    id: string;
    batch_id: string;
    turn: number;
    robot_id: string;
    imei: string;
    name: string;
    from_id: string | null;
    from_url: string | null;
    to_id: string | null;
    to_url: string;
    state: Generated<string>;
    reason: string;
    requested_by_name: string;
    created_at: Date;
    moved_at: Date | null;
    due_at: Date | null;
    ended_at: Date | null;
  };
  cabinet: {
    imei: string;
    name: string;
    spot_id: string | null;
    iot_id: Generated<string>;
    product_name: Generated<string>;
    product_key: Generated<string>;
    sim_id: Generated<string>;
    hardware_version: Generated<string>;
    model: Generated<string>;
    capacity: number;
    status: Generated<string>;
    remark: Generated<string>;
    firmware: Generated<string>;
    signal: number | null;
    temperature_tenths: number | null;
    online: Generated<boolean>;
    presence_changed_at: Date | null;
    last_heard_at: Date | null;
    heard_minute: Generated<Date | null>;
    session: string | null;
    session_ordinal: Generated<number>;
    session_ended: Generated<boolean>;
    state_seq: Generated<number>;
    telemetry_ordinal: Generated<number>;
    telemetry_seq: Generated<number>;
    clock_skew_seconds: Generated<number>;
    report_interval_seconds: Generated<number>;
    report_type: Generated<string>;
    config_version: number | null;
    uploaded_at: Date | null;
    upload_asked_at: Date | null;
    retired_at: Date | null;
    retired_to: number | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    fee_plan_id: string | null;
  };
  cabinet_eject: {
    tenant_id: TenantColumn;
    id: string;
    cabinet_id: string;
    slot: number;
    serial: string | null;
    ejected_serial: string | null;
    order_no: string | null;
    state: Generated<string>;
    code: Generated<string>;
    asked_at: Date;
    settled_at: Date | null;
    check_id: string | null;
  };
  cabinet_slot: {
    tenant_id: TenantColumn;
    cabinet_id: string;
    slot: number;
    state: Generated<string>;
    serial: string | null;
    soc: number | null;
    temperature_tenths: number | null;
    lock: Generated<string>;
    fault: Generated<string>;
    since: Date | null;
    said_ordinal: Generated<number>;
    said_seq: Generated<number>;
    said_at: Date | null;
    reserved_until: Date | null;
    reserved_for: string | null;
    settled_at: Date | null;
  };
  captcha: {
    key_digest: Buffer;
    answer_digest: Buffer;
    expires_at: Date;
  };
  case_label: {
    tenant_id: TenantColumn;
    robot_id: string;
    code: string;
    made_at: Date;
    misses: Generated<number>;
    misses_since: Date | null;
  };
  catalogue_version: {
    tenant_id: TenantColumn;
    version: Generated<string>;
  };
  category: {
    name: string;
    pid: string | null;
    code: string;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  channel_setting: {
    tenant_id: TenantColumn;
    channel: string;
    is_on: Generated<boolean>;
    config: GeneratedJson;
    secrets: GeneratedJson;
    per_person_day: Generated<number>;
    per_hour: Generated<number>;
    token: string | null;
    token_until: Date | null;
    updated_at: Generated<Date>;
    updated_by: Generated<string>;
  };
  check_rule: {
    id: string;
    code: string;
    name_en: string;
    name_zh: string;
    description: Generated<string>;
    parts: Json;
    created_at: Generated<Date>;
    is_delivered: Generated<boolean>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  check_rule_record: {
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    rule_name: string | null;
    rule_name_zh: string | null;
    rule_code: string | null;
    rule_description: string | null;
    parts: Json;
    is_delivered: boolean | null;
  };
  coffee_order: {
    tenant_id: TenantColumn;
    order_no: string;
    spot_id: string;
    robot_id: string;
    robot_imei: string;
    source: Generated<number>;
    channel: string;
    paid_by: string;
    client_key_id: string | null;
    customer_id: Generated<string>;
    status: number;
    step: Generated<number>;
    refund_status: number | null;
    had_issue: Generated<boolean>;
    payment_issue: Generated<boolean>;
    cancel_event: number | null;
    order_index: Generated<number>;
    pickup_code: string | null;
    currency: string;
    subtotal_minor: number;
    discount_minor: Generated<number>;
    extra_minor: Generated<number>;
    tax_minor: Generated<number>;
    total_minor: number;
    rounding_adjustment_minor: Generated<number>;
    payable_minor: number;
    paid_minor: Generated<number>;
    refunded_minor: Generated<number>;
    coupon: Json;
    price: Json;
    goods_summary: string;
    cups: number;
    terminal_location: Generated<string>;
    ticket_number: Generated<string>;
    payment_serial_no: string | null;
    created_at: Date;
    paid_at: Date | null;
    changed_at: Date;
    expires_at: Date | null;
    pickup_closes_at: Date | null;
    device_session_ordinal: Generated<number>;
    device_seq: Generated<number>;
    goods_summary_zh: Generated<string>;
    sandbox: Generated<boolean>;
    customer_ref: string | null;
    barcode_used: Generated<boolean>;
    remade: Generated<boolean>;
    gift_of: string | null;
  };
  collection_point: {
    tenant_id: TenantColumn;
    id: string;
    customer_id: string;
    serial_number: string;
    stamp_limit: number;
    coupon_id: string;
    code_id: string;
    code: string;
    order_no: Generated<string>;
    spot_id: string | null;
    issued_at: Date;
  };
  command_batch: {
    tenant_id: TenantColumn;
    id: string;
    requested_by: string;
    language: string;
    cmd: string;
    args: Json;
    reason: string;
    state: Generated<string>;
    created_at: Date;
    finished_at: Date | null;
  };
  command_batch_item: {
    tenant_id: TenantColumn;
    batch_id: string;
    robot_id: string;
    imei: string;
    name: string;
    state: Generated<string>;
    command_id: string | null;
    message: string | null;
  };
  copy_map: {
    tenant_id: TenantColumn;
    source_tenant_id: number;
    kind: string;
    source_id: string;
    target_id: string;
    run_id: string;
    created: boolean;
    copied: GeneratedJson;
    target_version: Generated<number>;
    touched: Generated<boolean>;
  };
  copy_run: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    source_tenant_id: number | null;
    requested_by: string;
    requested_name: string;
    language: string;
    state: Generated<string>;
    created_at: Date;
    finished_at: Date | null;
  };
  copy_step: {
    tenant_id: TenantColumn;
    run_id: string;
    number: number;
    source_menu_id: string | null;
    name: string;
    name_zh: Generated<string>;
    state: Generated<string>;
    message: Generated<string>;
    counts: GeneratedJson;
    items: GeneratedJson;
  };
  coupon: {
    title: string;
    title_zh: Generated<string>;
    type: number;
    rate: number | null;
    value_minor: number | null;
    target_minor: number | null;
    starts_at: Date;
    ends_at: Date;
    daily_ranges: GeneratedJson;
    all_spots: Generated<boolean>;
    max_total: number;
    max_uses: number;
    per_user_limit: number | null;
    claim_frequency: Generated<number>;
    qr_claim: Generated<boolean>;
    custom_code: Generated<string>;
    budget_minor: number | null;
    enabled: Generated<boolean>;
    remark: Generated<string>;
    issued: Generated<number>;
    used: Generated<number>;
    held_minor: Generated<number>;
    cost_minor: Generated<number>;
    batch_made_at: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  coupon_code: {
    tenant_id: TenantColumn;
    id: string;
    coupon_id: string;
    code: string;
    kind: string;
    origin: string;
    customer_id: string | null;
    period_key: string | null;
    issued_at: Date;
    max_uses: number;
    uses: Generated<number>;
    held: Generated<number>;
    status: Generated<number>;
    used_at: Date | null;
    order_no: string | null;
    payment_serial_no: string | null;
    voided_at: Date | null;
    voided_by: string | null;
    void_reason: string | null;
  };
  coupon_send: {
    tenant_id: TenantColumn;
    id: string;
    coupon_id: string;
    state: Generated<string>;
    customer_ids: string[];
    planned: number;
    issued: Generated<number>;
    skipped: GeneratedJson;
    asked_at: Date;
    asked_by: string;
    finished_at: Date | null;
  };
  coupon_spot: {
    tenant_id: TenantColumn;
    coupon_id: string;
    spot_id: string;
  };
  coupon_use: {
    tenant_id: TenantColumn;
    order_no: string;
    coupon_id: string;
    code_id: string;
    customer_id: string | null;
    spot_id: string;
    state: string;
    discount_minor: number;
    subtotal_minor: number;
    held_at: Date;
    used_at: Date | null;
    ended_at: Date | null;
    payment_serial_no: string | null;
  };
  customer: {
    client_id: string;
    user_id: string;
    name: string;
    phone: Generated<string>;
    email: Generated<string>;
    email_verified: Generated<boolean>;
    language: Generated<string>;
    birthday: string | null;
    consent: Generated<boolean>;
    consent_at: Date | null;
    barcode: Generated<string>;
    status: Generated<number>;
    remark: Generated<string>;
    last_seen_at: Generated<Date>;
    erased_at: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    time_zone: Generated<string>;
  };
  customer_device: {
    tenant_id: TenantColumn;
    id: string;
    customer_id: string;
    channel: string;
    address: string;
    platform: Generated<string>;
    created_at: Date;
    last_seen_at: Date;
  };
  customer_lending: {
    tenant_id: TenantColumn;
    borrower_tenant_id: number;
    made_at: Date;
    made_by: string;
    lender_agreed_at: Date | null;
    borrower_agreed_at: Date | null;
  };
  customer_opt_out: {
    tenant_id: TenantColumn;
    customer_id: string;
    kind: string;
    at: Date;
    source: string;
  };
  customer_scan: {
    tenant_id: TenantColumn;
    id: string;
    customer_id: string | null;
    kind: string;
    code: string;
    result: string;
    client_id: string;
    device_imei: Generated<string>;
    spot_id: string | null;
    order_no: Generated<string>;
    scanned_at: Date;
  };
  daily_close: {
    tenant_id: TenantColumn;
    id: string;
    day: string;
    time_zone: string;
    from_at: Date;
    before_at: Date;
    state: Generated<string>;
    failure: string | null;
    step: Generated<string>;
    run_at: Date | null;
    run_by_name: Generated<string>;
    open_count: Generated<number>;
    found_count: Generated<number>;
    correction_count: Generated<number>;
    order_count: Generated<number>;
    sales_minor: Generated<number>;
    currency: string;
    timing: GeneratedJson;
    signed_by: string | null;
    signed_by_name: Generated<string>;
    signed_at: Date | null;
    sign_note: Generated<string>;
  };
  daily_close_correction: {
    tenant_id: TenantColumn;
    id: string;
    of_close_id: string;
    in_close_id: string;
    section: string;
    key: string;
    currency: Generated<string>;
    number: Generated<number>;
    amount_minor: Generated<number>;
    at: Date;
  };
  daily_close_difference: {
    tenant_id: TenantColumn;
    id: string;
    close_id: string;
    day: string;
    key: string;
    kind: string;
    state: Generated<string>;
    subject: string;
    subject_no: string;
    order_no: Generated<string>;
    provider_ref: Generated<string>;
    payment_id: string | null;
    refund_id: string | null;
    currency: Generated<string>;
    expected_minor: number | null;
    found_minor: number | null;
    cups: Generated<number>;
    happened_at: Date | null;
    found_at: Date;
    settled_at: Date | null;
    settled_by_name: Generated<string>;
    act: string | null;
    reason: Generated<string>;
    note: Generated<string>;
  };
  daily_close_entry: {
    tenant_id: TenantColumn;
    account_id: string;
    ref: string;
    kind: string;
    at: Date;
    amount_minor: number;
    currency: string;
    settled_gross_minor: Generated<number>;
    settled_fee_minor: Generated<number>;
    settled_net_minor: Generated<number>;
    settled_currency: Generated<string>;
    payment_ref: string | null;
    refund_ref: string | null;
    payment_id: string | null;
    order_no: string | null;
    refund_id: string | null;
    dispute_ref: string | null;
  };
  daily_close_event: {
    tenant_id: TenantColumn;
    id: string;
    close_id: string;
    at: Date;
    what: string;
    actor: Generated<string>;
    detail: GeneratedJson;
  };
  daily_close_fetch: {
    tenant_id: TenantColumn;
    close_id: string;
    account_id: string;
    list: string;
    cursor: string | null;
    done: Generated<boolean>;
    rows: Generated<number>;
  };
  daily_close_line: {
    tenant_id: TenantColumn;
    id: string;
    close_id: string;
    section: string;
    key: string;
    currency: Generated<string>;
    number: Generated<number>;
    amount_minor: Generated<number>;
    base_minor: Generated<number>;
  };
  data_query: {
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    code: string;
    name: string;
    source_id: string;
    sql_text: string;
    value_column: Generated<string>;
    text_column: Generated<string>;
    is_dictionary: Generated<boolean>;
    remark: Generated<string>;
  };
  data_source: {
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    code: string;
    name: string;
    db_type: string;
    db_driver: Generated<string>;
    db_url: string;
    db_name: Generated<string>;
    db_username: Generated<string>;
    db_password: GeneratedJson;
    remark: Generated<string>;
    sys_org_code: Generated<string>;
  };
  data_source_secret: {
    source_id: string;
    sealed: string;
  };
  default_fee_plan: {
    tenant_id: TenantColumn;
    plan_id: string;
  };
  delivery_repair: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    spot_id: string;
    robot_imei: string;
    reason: string;
    rule: string;
    how: Generated<string>;
    state: string;
    outcome: Generated<string>;
    cups: number;
    amount_minor: number;
    currency: string;
    remakes: Generated<number>;
    found_at: Date;
    repaired_at: Date | null;
    closed_at: Date | null;
  };
  delivery_repair_step: {
    tenant_id: TenantColumn;
    id: string;
    repair_id: string;
    at: Date;
    kind: string;
    actor: string;
    detail: GeneratedJson;
  };
  department: {
    tenant_id: TenantColumn;
    id: string;
    parent_id: string | null;
    name: string;
    org_code: string;
    sort: Generated<number>;
    org_category: Generated<string>;
    org_type: Generated<string>;
    mobile: Generated<string>;
    fax: Generated<string>;
    address: Generated<string>;
    memo: Generated<string>;
    description: Generated<string>;
    status: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  department_code: {
    tenant_id: TenantColumn;
    org_code: string;
  };
  department_manager: {
    tenant_id: TenantColumn;
    department_id: string;
    user_id: string;
  };
  department_permission: {
    department_id: string;
    permission_id: string;
    rule_ids: Generated<string[]>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  department_record: {
    tenant_id: TenantColumn;
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    depart_name: string | null;
    parent_id: string | null;
    depart_order: number | null;
    org_category: string | null;
    org_type: string | null;
    org_code: string | null;
    mobile: string | null;
    fax: string | null;
    address: string | null;
    memo: string | null;
    description: string | null;
    status: string | null;
  };
  department_removed_person: {
    tenant_id: TenantColumn;
    department_id: string;
    user_id: string;
    is_member: boolean;
    is_manager: boolean;
    removed_at: Date;
  };
  department_role: {
    depart_id: string;
    role_name: string;
    role_code: string;
    description: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  department_role_permission: {
    tenant_id: TenantColumn;
    role_id: string;
    permission_id: string;
    rule_ids: Generated<string[]>;
  };
  department_role_user: {
    tenant_id: TenantColumn;
    role_id: string;
    user_id: string;
  };
  device_command: {
    tenant_id: TenantColumn;
    id: string;
    imei: string;
    kind: Generated<string>;
    cmd: string;
    args: GeneratedJson;
    state: string;
    batch_id: string | null;
    order_no: string | null;
    reason: Generated<string>;
    requested_by: string;
    requested_by_name: string;
    issued_at: Date;
    ttl_seconds: number;
    attempts: Generated<number>;
    sent_at: Date | null;
    accepted_at: Date | null;
    finished_at: Date | null;
    due_at: Date | null;
    progress: Json;
    result_code: string | null;
    result_text: string | null;
    result_data: Json;
    late: Generated<boolean>;
  };
  device_credential: {
    imei: string;
    tenant_id: number;
    kind: string;
    password_digest: Buffer;
    protocol_version: Generated<number>;
    status: Generated<number>;
    rotated_at: Generated<Date>;
  };
  device_event: {
    tenant_id: TenantColumn;
    imei: string;
    session: string;
    seq: number;
    message_id: string;
    kind: string;
    data: Json;
    device_at: Date;
    received_at: Date;
    ignored: Generated<boolean>;
    clock_skewed: Generated<boolean>;
    confirmed: Generated<boolean>;
  };
  device_presence_change: {
    tenant_id: TenantColumn;
    id: string;
    imei: string;
    online: boolean;
    session: string | null;
    reason: string;
    at: Date;
  };
  device_quarantine: {
    id: string;
    imei: Generated<string>;
    tenant_id: number | null;
    topic: string;
    payload: Buffer;
    reason: string;
    received_at: Date;
  };
  device_session: {
    tenant_id: TenantColumn;
    imei: string;
    session: string;
    ordinal: number;
    first_seen_at: Date;
    last_seq: Generated<number>;
    missing: Generated<string>;
    began_at: Date | null;
  };
  dictionary: {
    code: string;
    name_en: string;
    name_zh: string;
    id: Generated<string>;
    description: Generated<string>;
    type: Generated<number>;
    is_delivered: Generated<boolean>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    removed_at: Date | null;
    removed_by: string | null;
  };
  dictionary_item: {
    code: string;
    value: string;
    text_en: string;
    text_zh: string;
    sort: Generated<number>;
    status: Generated<number>;
    id: Generated<string>;
    dictionary_id: string | null;
    description: Generated<string>;
    is_delivered: Generated<boolean>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  dictionary_item_record: {
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    dict_id: string | null;
    item_text: string | null;
    item_text_zh: string | null;
    item_value: string | null;
    description: string | null;
    sort_order: number | null;
    status: number | null;
    is_delivered: boolean | null;
  };
  dictionary_record: {
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    dict_name: string | null;
    dict_name_zh: string | null;
    dict_code: string | null;
    description: string | null;
    type: number | null;
    is_delivered: boolean | null;
  };
  ended_session: {
    token_digest: Buffer;
    because: string;
    ended_at: Date;
  };
  event_subscription: {
    name: string;
    event: string;
    seen_at: Generated<Date>;
  };
  export_job: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    requested_by: string;
    request: Json;
    columns: string[];
    format: string;
    language: string;
    digest: Buffer;
    state: Generated<string>;
    row_count: Generated<number>;
    row_total: number | null;
    run_id: string | null;
    failure: string | null;
    file_id: string | null;
    size_bytes: number | null;
    checksum: string | null;
    created_at: Date;
    progress_at: Date;
    finished_at: Date | null;
    separator: Generated<string>;
    requested_by_name: Generated<string>;
    label: Generated<string>;
  };
  fee_plan: {
    name: string;
    name_zh: Generated<string>;
    free_minutes: Generated<number>;
    free_time_counted: Generated<boolean>;
    base_unit_minutes: Generated<number>;
    base_cost_minor: Generated<number>;
    repetitions: Generated<number>;
    phases: GeneratedJson;
    daily_cap_minor: number | null;
    max_days: number | null;
    purchase_price_minor: number | null;
    purchase_mode: Generated<string>;
    remark: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  file_place: {
    tenant_id: TenantColumn;
    file_key: string;
    bucket_tenant_id: number | null;
    bucket_address: string | null;
    noted_at: Generated<Date>;
  };
  file_reference: {
    tenant_id: TenantColumn;
    file_id: string;
    owner_kind: string;
    owner_id: string;
    field: string;
  };
  fill_rule: {
    id: string;
    code: string;
    name_en: string;
    name_zh: Generated<string>;
    handler: string;
    params: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  fill_rule_counter: {
    tenant_id: TenantColumn;
    rule_id: string;
    period: string;
    last: number;
  };
  fill_rule_record: {
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    rule_name: string | null;
    rule_name_zh: string | null;
    rule_code: string | null;
    rule_class: string | null;
    rule_params: string | null;
  };
  fleet_change: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    wanted: Json;
    reason: string;
    state: Generated<string>;
    stage: Generated<number>;
    limit_percent: number;
    wait_seconds: number;
    watch_seconds: number;
    takes_back: boolean;
    stopped_because: Generated<string>;
    robots: number;
    requested_by: string;
    requested_by_name: string;
    language: string;
    created_at: Date;
    ended_at: Date | null;
  };
  fleet_change_robot: {
    tenant_id: TenantColumn;
    change_id: string;
    robot_id: string;
    imei: string;
    name: string;
    turn: number;
    stage: number;
    before: Json;
    wanted: Json;
    state: Generated<string>;
    was_online: Generated<boolean>;
    was_abnormal: Generated<boolean>;
    version: number | null;
    move_id: string | null;
    message: Generated<string>;
    sent_at: Date | null;
    ended_at: Date | null;
  };
  former_bucket: {
    tenant_id: TenantColumn;
    address: string;
    config: Json;
    kept_at: Generated<Date>;
    gone_at: Date | null;
  };
  gateway_health: {
    route_id: string;
    checked_at: Date;
    is_up: boolean;
    answer: string;
    took_ms: number;
  };
  gateway_route: {
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    router_id: string;
    name: string;
    uri: string;
    predicates: GeneratedJson;
    filters: GeneratedJson;
    strip_prefix: Generated<number>;
    retryable: Generated<number>;
    persistable: Generated<number>;
    show_api: Generated<number>;
    session_needed: Generated<boolean>;
    status: Generated<number>;
    sort: Generated<number>;
  };
  gateway_server: {
    server_id: string;
    seen_at: Generated<Date>;
    relieved_by: string | null;
  };
  gateway_traffic: {
    route_id: string;
    minute: Date;
    calls: Generated<number>;
    errors: Generated<number>;
    last_error: Generated<string>;
  };
  hardware: {
    serial_number: string;
    hardware_type_id: string;
    status: string;
    robot_id: string | null;
    installed_on: string | null;
    warranty_until: string | null;
    remark: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  hardware_type: {
    name: string;
    model: string;
    kind: string;
    fault_severity: string;
    supplier_id: string | null;
    remark: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  idempotency_record: {
    tenant_id: TenantColumn;
    actor: string;
    route: string;
    key: string;
    request_hash: Buffer;
    answer: Json;
    created_at: Generated<Date>;
  };
  import_job: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    requested_by: string;
    file_name: string;
    language: string;
    state: Generated<string>;
    columns: string[];
    ignored: string[];
    row_count: number;
    bad_count: number;
    done_count: Generated<number>;
    failed_count: Generated<number>;
    created_at: Date;
    finished_at: Date | null;
    stop_asked: Generated<boolean>;
  };
  import_row: {
    tenant_id: TenantColumn;
    import_id: string;
    row_no: number;
    cells: Json;
    faults: Json;
    result: string | null;
    message: string | null;
  };
  installation_setting: {
    name: string;
    value: Json;
  };
  invitation: {
    contact: string;
    role_ids: GeneratedJson;
    department_ids: GeneratedJson;
    spot_access: Generated<string>;
    spot_ids: GeneratedJson;
    code_digest: Buffer | null;
    expires_at: Generated<Date>;
    accepted_at: Date | null;
    accepted_by: string | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    delivery_id: string | null;
  };
  language: {
    tenant_id: TenantColumn;
    id: string;
    type: Generated<string>;
    language: string;
    remark: Generated<string>;
    is_default: Generated<boolean>;
    status: Generated<number>;
    sort: Generated<number>;
    updated_at: Generated<Date>;
  };
  latte_art: {
    name: string;
    image: string;
    sort: Generated<number>;
    status: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    name_zh: Generated<string>;
  };
  list_preference: {
    tenant_id: TenantColumn;
    user_id: string;
    list: string;
    layout: Json;
    default_view_id: string | null;
    version: Generated<number>;
  };
  listed_collection_point: {
    tenant_id: TenantColumn;
    id: string | null;
    customer_id: string | null;
    serial_number: string | null;
    stamp_limit: number | null;
    coupon_id: string | null;
    code_id: string | null;
    code: string | null;
    order_no: string | null;
    spot_id: string | null;
    issued_at: Date | null;
    redeemed: boolean | null;
    used_at: Date | null;
  };
  listed_daily_close_line: {
    tenant_id: TenantColumn;
    id: string | null;
    section: string | null;
    key: string | null;
    currency: string | null;
    number: number | null;
    amount_minor: number | null;
    base_minor: number | null;
    day: string | null;
    from_at: Date | null;
  };
  listed_fleet_change: {
    tenant_id: TenantColumn;
    id: string | null;
    kind: string | null;
    wanted: Json;
    reason: string | null;
    state: string | null;
    stage: number | null;
    stopped_because: string | null;
    robots: number | null;
    limit_percent: number | null;
    wait_seconds: number | null;
    watch_seconds: number | null;
    takes_back: boolean | null;
    requested_by_name: string | null;
    created_at: Date | null;
    ended_at: Date | null;
    told: number | null;
    done: number | null;
    bad: number | null;
    returned: number | null;
  };
  listed_order_case: {
    tenant_id: TenantColumn;
    id: string | null;
    order_no: string | null;
    asked_at: Date | null;
    wish: string | null;
    words: string | null;
    has_photo: boolean | null;
    photo: string | null;
    robot_id: string | null;
    proved_by: string | null;
    refund_id: string | null;
    status: number | null;
    waiting: boolean | null;
    provider_state: string | null;
    amount_minor: number | null;
    currency: string | null;
    answer_reason: string | null;
    spot_id: string | null;
    goods_summary: string | null;
    goods_summary_zh: string | null;
  };
  listed_payment: {
    tenant_id: TenantColumn;
    id: string | null;
    serial_no: string | null;
    order_no: string | null;
    status: string | null;
    channel: string | null;
    amount_minor: number | null;
    refunded_minor: number | null;
    currency: string | null;
    requested_at: Date | null;
    received_at: Date | null;
    provider_ref: string | null;
    charge_ref: string | null;
    error_code: string | null;
    error_message: string | null;
    attempt: number | null;
    order_kind: string | null;
    purpose: string | null;
    held_minor: number | null;
    fee_minor: number | null;
    fee_currency: string | null;
    channel_name: string | null;
    snapshot: Json;
    spot_id: string | null;
    order_source: number | null;
    source_id: string | null;
    user_id: string | null;
    disputed_minor: number | null;
    channel_name_zh: string | null;
  };
  listed_payment_dispute: {
    tenant_id: TenantColumn;
    id: string | null;
    provider_ref: string | null;
    state: string | null;
    reason: string | null;
    amount_minor: number | null;
    currency: string | null;
    refundable: boolean | null;
    evidence_due_at: Date | null;
    evidence_sent: boolean | null;
    opened_at: Date | null;
    closed_at: Date | null;
    withdrawn_at: Date | null;
    reinstated_at: Date | null;
    fee_minor: number | null;
    fee_currency: string | null;
    answer_url: string | null;
    taken_minor: number | null;
    serial_no: string | null;
    order_no: string | null;
    order_kind: string | null;
    spot_id: string | null;
    user_id: string | null;
  };
  listed_points_redemption: {
    tenant_id: TenantColumn;
    id: string | null;
    customer_id: string | null;
    goods_id: string | null;
    title: string | null;
    title_zh: string | null;
    points: number | null;
    coupon_id: string | null;
    code_id: string | null;
    code: string | null;
    spot_id: string | null;
    state: number | null;
    redeemed_at: Date | null;
    reversed_at: Date | null;
    code_used: boolean | null;
  };
  listed_refill_run: {
    tenant_id: TenantColumn;
    id: string | null;
    name: string | null;
    state: string | null;
    assigned_to: string | null;
    assigned_name: string | null;
    planned_for: Date | null;
    note: string | null;
    planned_by_name: string | null;
    created_at: Date | null;
    started_at: Date | null;
    ended_at: Date | null;
    reason: string | null;
    robots: number | null;
    filled: number | null;
    skipped: number | null;
    conflicts: number | null;
  };
  listed_refund: {
    tenant_id: TenantColumn;
    id: string | null;
    order_no: string | null;
    origin: string | null;
    status: number | null;
    provider_state: string | null;
    waiting: boolean | null;
    amount_minor: number | null;
    currency: string | null;
    is_full: boolean | null;
    cups: number | null;
    reason: string | null;
    requested_by_name: string | null;
    requested_at: Date | null;
    answered_by_name: string | null;
    answered_at: Date | null;
    answer_reason: string | null;
    completed_at: Date | null;
    provider_ref: string | null;
    last_error: string | null;
    spot_id: string | null;
    device_imei: string | null;
    goods_summary: string | null;
    customer_id: string | null;
    paid_minor: number | null;
    wish: string | null;
    photo: string | null;
    goods_summary_zh: string | null;
  };
  listed_rental_refund: {
    tenant_id: TenantColumn;
    id: string | null;
    order_no: string | null;
    origin: string | null;
    status: number | null;
    provider_state: string | null;
    waiting: boolean | null;
    amount_minor: number | null;
    currency: string | null;
    is_full: boolean | null;
    reason: string | null;
    requested_by_name: string | null;
    requested_at: Date | null;
    answered_by_name: string | null;
    answered_at: Date | null;
    answer_reason: string | null;
    completed_at: Date | null;
    last_error: string | null;
    spot_id: string | null;
    cabinet_imei: string | null;
    serial: string | null;
    customer_id: string | null;
  };
  listed_rental_repair: {
    tenant_id: TenantColumn;
    id: string | null;
    order_no: string | null;
    serial: string | null;
    kind: string | null;
    state: string | null;
    waiting: boolean | null;
    confidence: number | null;
    end_at: Date | null;
    fee_minor: number | null;
    give_back_minor: number | null;
    currency: string | null;
    cabinet_imei: string | null;
    cabinet_name: string | null;
    slot: number | null;
    found_at: Date | null;
    last_at: Date | null;
    times: number | null;
    decided_at: Date | null;
    decided_by: string | null;
    decided_by_name: string | null;
    note: string | null;
    spot_id: string | null;
    customer_id: string | null;
    started_at: Date | null;
    charged_minor: number | null;
  };
  log_download: {
    tenant_id: TenantColumn;
    id: string;
    robot_id: string;
    imei: string;
    robot_name: string;
    from_at: Date;
    to_at: Date;
    requested_by: string;
    language: string;
    command_id: string | null;
    parts: Generated<number>;
    parts_received: Generated<number>;
    export_id: string | null;
    failure: Generated<string>;
    failed_at: Date | null;
    created_at: Date;
  };
  login_familiar_place: {
    user_id: string;
    place: string;
    last_success_at: Date;
    tries: Generated<number>;
  };
  login_key: {
    id: string;
    private_key: string;
    expires_at: Date;
  };
  login_log: {
    tenant_id: TenantColumn;
    id: string;
    at: Date;
    user_id: Generated<string>;
    username: string;
    user_name: Generated<string>;
    act: string;
    means: Generated<string>;
    reason: Generated<string>;
    by_name: Generated<string>;
    address: Generated<string>;
    user_agent: Generated<string>;
    session_digest: Buffer | null;
    entered_tenant_id: number | null;
    request_id: Generated<string>;
  };
  login_provider: {
    tenant_id: TenantColumn;
    id: string;
    source: string;
    kind: string;
    name_en: string;
    name_zh: string;
    address: Generated<string>;
    client_id: Generated<string>;
    client_secret: string | null;
    organization: Generated<string>;
    scopes: Generated<string>;
    status: Generated<number>;
    sort: Generated<number>;
    creates_accounts: Generated<boolean>;
    joins_tenant_id: number | null;
    joins_role_code: string | null;
    updated_at: Generated<Date>;
  };
  login_throttle: {
    subject: string;
    failures: Generated<number>;
    window_started_at: Date;
    blocked_until: Date | null;
    undecided: Generated<number>;
  };
  maintenance_plan: {
    tenant_id: TenantColumn;
    cups: number;
    days: number;
  };
  maintenance_record: {
    tenant_id: TenantColumn;
    id: string;
    robot_id: string;
    done_at: Date;
    done_by: string;
    what: string;
    remark: Generated<string>;
    cups_used: number;
    days_gone: number;
  };
  material: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    name_zh: Generated<string>;
    material_type: number;
    unit: string;
    code: string;
    description: Generated<string>;
    specs: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  membership: {
    tenant_id: TenantColumn;
    user_id: string;
    spot_access: Generated<string>;
    status: Generated<number>;
    current_org_code: string | null;
    version: Generated<number>;
    user_identity: Generated<number>;
    removed_at: Date | null;
    removed_by: string | null;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  menu: {
    tenant_id: TenantColumn;
    id: string;
    parent_id: string | null;
    name: string;
    image: Generated<string>;
    sort: Generated<number>;
    name_zh: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  message_attempt: {
    tenant_id: TenantColumn;
    delivery_id: string;
    number: number;
    channel: string;
    at: Date;
    duration_ms: number;
    fault: Generated<string>;
    reply: Generated<string>;
  };
  message_delivery: {
    tenant_id: TenantColumn;
    id: string;
    channel: string;
    purpose: string;
    recipient: string;
    content: string | null;
    state: Generated<string>;
    attempts: Generated<number>;
    last_error: string | null;
    expires_at: Date | null;
    requested_at: Date;
    changed_at: Date;
    title: Generated<string>;
    template_code: Generated<string>;
    scene_id: string | null;
    remark: Generated<string>;
    due_at: Date | null;
    is_put_off: Generated<boolean>;
    is_kept: Generated<boolean>;
    customer_id: string | null;
    kind: string | null;
    provider_id: Generated<string>;
    claimed_at: Date | null;
    delivered_at: Date | null;
    held_because: string | null;
    event_key: Generated<string>;
    event_check: Generated<string>;
    run_id: string | null;
  };
  message_template: {
    code: string;
    channel: string;
    language: Generated<string>;
    title: string;
    content: string;
    test_json: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    provider_template: Generated<string>;
    jump_type: Generated<number>;
    jump_target: Generated<string>;
  };
  mqtt_broker: {
    name: string;
    url: string;
    tls_url: Generated<string>;
    username: Generated<string>;
    account_password: GeneratedJson;
    status: Generated<number>;
    remark: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  mqtt_broker_list: {
    tenant_id: TenantColumn;
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    name: string | null;
    url: string | null;
    tls_url: string | null;
    username: string | null;
    account_password: Json;
    status: number | null;
    remark: string | null;
    built_in: boolean | null;
  };
  mqtt_broker_secret: {
    tenant_id: TenantColumn;
    broker_id: string;
    sealed: string;
  };
  notice: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    tone: string;
    at: Date;
    user_id: string | null;
    permission: string | null;
    of_spot: Generated<boolean>;
    spot_id: string | null;
    params: GeneratedJson;
    path: string | null;
    key: string;
    settled_at: Date | null;
    mailed_at: Date | null;
  };
  notice_choice: {
    tenant_id: TenantColumn;
    user_id: string;
    kind: string;
    channel: string;
    is_on: boolean;
    language: string;
  };
  notice_read: {
    tenant_id: TenantColumn;
    user_id: string;
    notice_id: string;
  };
  notice_reader: {
    tenant_id: TenantColumn;
    user_id: string;
    read_until: Date;
  };
  operation_log: {
    tenant_id: TenantColumn;
    id: string;
    at: Date;
    user_id: string;
    username: string;
    user_name: string;
    action: string;
    operate_type: number;
    object_kind: Generated<string>;
    object_id: Generated<string>;
    method: string;
    route: string;
    params: Generated<string>;
    duration_ms: number;
    status: number;
    problem: Generated<string>;
    address: Generated<string>;
    request_id: string;
  };
  option_choice: {
    tenant_id: TenantColumn;
    id: string;
    group_id: string;
    name: string;
    name_zh: Generated<string>;
    cost_minor: Generated<number>;
    sort: Generated<number>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  option_group: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    name_zh: Generated<string>;
    kind: Generated<string>;
    required: Generated<boolean>;
    sort: Generated<number>;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    cost_minor: Generated<number>;
    min_choices: number | null;
    max_choices: number | null;
  };
  order_case: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    refund_id: string;
    robot_id: string;
    key_digest: Buffer;
    wish: string;
    words: string;
    photo: Generated<string>;
    proved_by: string;
    machine: Json;
    asked_at: Date;
    emptied_at: Date | null;
  };
  order_count_delta: {
    tenant_id: TenantColumn;
    day: string;
    spot_id: string;
    status: number;
    refund_status: number;
    issue: boolean;
    orders: number;
    merged: Generated<boolean>;
  };
  order_count_month: {
    tenant_id: TenantColumn;
    month: string;
    spot_id: string;
    status: number;
    refund_status: number;
    issue: boolean;
    orders: number;
  };
  order_counter: {
    tenant_id: TenantColumn;
    name: string;
    value: number;
  };
  order_day: {
    tenant_id: TenantColumn;
    day: string;
    time_zone: string;
    changed: number;
    summed: Generated<number>;
  };
  order_day_goods: {
    tenant_id: TenantColumn;
    day: string;
    generation: number;
    spot_id: string;
    goods_id: string;
    currency: string;
    orders: number;
    cups: number;
    sales_minor: number;
  };
  order_day_sold: {
    tenant_id: TenantColumn;
    day: string;
    generation: number;
    spot_id: string;
    robot_imei: string;
    channel: string;
    payment_channel: string;
    currency: string;
    orders: number;
    cups: number;
    paid_minor: number;
    net_of_hours: string[];
  };
  order_day_status: {
    tenant_id: TenantColumn;
    day: string;
    generation: number;
    spot_id: string;
    currency: string;
    status: number;
    orders: number;
    cups: number;
    paid_orders: number;
    paid_minor: number;
    refunded_minor: number;
    refunded_orders: number;
    open_refunds: number;
    abnormal: number;
    orders_of_hours: string[];
    cups_of_hours: string[];
    paid_of_hours: string[];
  };
  order_day_use: {
    tenant_id: TenantColumn;
    day: string;
    generation: number;
    robot_imei: string;
    material_id: string;
    used_of_hours: string[];
  };
  order_drink: {
    tenant_id: TenantColumn;
    order_no: string;
    drink_no: number;
    line_no: number;
    step: Generated<number>;
    refunded: Generated<boolean>;
    failure: string | null;
    started_at: Date | null;
    finished_at: Date | null;
  };
  order_event: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    code: number | null;
    status: number;
    step: number;
    at: Date;
    source: string;
    actor: Generated<string>;
    detail: GeneratedJson;
  };
  order_line: {
    tenant_id: TenantColumn;
    order_no: string;
    line_no: number;
    goods_id: string;
    name: string;
    options: GeneratedJson;
    quantity: number;
    list_price_minor: number;
    unit_minor: number;
    amount_minor: number;
    discount_minor: number;
    tax_minor: number;
    payable_minor: number;
    tax_rate: number;
    recipe: GeneratedJson;
    production_seconds: Generated<number>;
    name_zh: Generated<string>;
    channel_discount_minor: Generated<number>;
    latte_art: Json;
  };
  order_quarter: {
    tenant_id: TenantColumn;
    spot_id: string;
    quarter: Date;
    currency: string;
    status: number;
    orders: number;
    cups: number;
    paid_orders: number;
    paid_minor: number;
    refunded_minor: number;
    refunded_orders: number;
    open_refunds: number;
    abnormal: number;
  };
  order_quarter_delta: {
    tenant_id: TenantColumn;
    spot_id: string;
    quarter: Date;
    currency: string;
    status: number;
    orders: number;
    cups: number;
    paid_orders: number;
    paid_minor: number;
    refunded_minor: number;
    refunded_orders: number;
    open_refunds: number;
    abnormal: number;
  };
  order_refund: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    payment_id: string | null;
    origin: string;
    status: number;
    provider_state: string | null;
    amount_minor: number;
    currency: string;
    is_full: boolean;
    drink_nos: Generated<number[]>;
    reason: Generated<string>;
    provider_ref: string | null;
    requested_by: string;
    requested_by_name: Generated<string>;
    requested_at: Date;
    answered_by_name: string | null;
    answered_at: Date | null;
    answer_reason: string | null;
    completed_at: Date | null;
    attempts: Generated<number>;
    last_error: string | null;
    waiting: Generated<boolean>;
  };
  outbox: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    aggregate: Generated<string>;
    payload: Json;
    attempts: Generated<number>;
    next_attempt_at: Generated<Date>;
    last_error: string | null;
    created_at: Generated<Date>;
  };
  page_language: {
    tenant_id: TenantColumn;
    id: string;
    language: string;
    page_key: string;
    texts: GeneratedJson;
    updated_at: Generated<Date>;
  };
  password_ticket: {
    digest: Buffer;
    user_id: string;
    expires_at: Date;
  };
  payment: {
    tenant_id: TenantColumn;
    id: string;
    serial_no: string;
    order_no: string;
    attempt: number;
    channel: string;
    status: string;
    amount_minor: number;
    currency: string;
    refunded_minor: Generated<number>;
    idempotency_key: string;
    provider_ref: string | null;
    charge_ref: string | null;
    error_code: string | null;
    error_message: string | null;
    requested_at: Date;
    received_at: Date | null;
    snapshot: Json;
    withdrawn_at: Date | null;
    config_id: string | null;
    order_kind: Generated<string>;
    purpose: Generated<string>;
    held_minor: number | null;
    held_at: Date | null;
    capture_minor: number | null;
    capture_asked_at: Date | null;
    customer_ref: string | null;
    method_ref: string | null;
    coffee_order_no: Generated<string | null>;
    rental_order_no: Generated<string | null>;
    disputed_minor: Generated<number>;
  };
  payment_config: {
    tenant_id: TenantColumn;
    id: string;
    channel: string;
    custom_name: string;
    status: Generated<number>;
    created_at: Generated<Date>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    config_content: GeneratedJson;
    app_enabled: Generated<boolean>;
    pos_enabled: Generated<boolean>;
    amounts: GeneratedJson;
    custom_name_zh: Generated<string>;
  };
  payment_dispute: {
    tenant_id: TenantColumn;
    id: string;
    payment_id: string;
    provider_ref: string;
    state: string;
    reason: string;
    amount_minor: number;
    currency: string;
    refundable: boolean;
    evidence_due_at: Date | null;
    evidence_sent: boolean;
    opened_at: Date;
    closed_at: Date | null;
    withdrawn_at: Date | null;
    reinstated_at: Date | null;
    fee_minor: number | null;
    fee_currency: string | null;
    answer_url: string;
    version: Generated<number>;
  };
  payment_inbox: {
    tenant_id: TenantColumn;
    provider: string;
    event_id: string;
    event_type: string;
    payload: Json;
    received_at: Date;
    processed_at: Date | null;
    body: Buffer | null;
  };
  payment_refund: {
    tenant_id: TenantColumn;
    refund_id: string;
    payment_id: string;
    amount_minor: number;
    currency: string;
    state: Generated<string>;
    key_number: Generated<number>;
    provider_ref: string | null;
    last_error: string | null;
    requested_at: Date;
    changed_at: Date;
  };
  payment_secret: {
    tenant_id: TenantColumn;
    config_id: string;
    name: string;
    sealed: string;
    previous: string | null;
    previous_until: Date | null;
    orphaned_at: Date | null;
  };
  permission: {
    id: string;
    parent_id: string | null;
    kind: number;
    name: string;
    title_en: string;
    title_zh: string;
    path: Generated<string>;
    component: Generated<string>;
    redirect: string | null;
    icon: string | null;
    action: string | null;
    action_type: Generated<number>;
    status: Generated<number>;
    sort: Generated<number>;
    builds_route: Generated<boolean>;
    hidden: Generated<boolean>;
    always_show: Generated<boolean>;
    keep_alive: Generated<boolean>;
    internal_or_external: Generated<boolean>;
    external_url: string | null;
    edited_at: Date | null;
    description: Generated<string>;
    needs: string | null;
    root_only: Generated<boolean>;
    delivered: Json;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    edited_by: string | null;
  };
  permission_rule: {
    id: string;
    permission_id: string;
    name: string;
    field: string;
    condition: string;
    value: string;
    status: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Date | null;
    updated_by: string | null;
  };
  person: {
    id: string | null;
    username: string | null;
    username_key: string | null;
    realname: string | null;
    avatar: string | null;
    work_no: string | null;
    sex: number | null;
    birthday: string | null;
    phone: string | null;
    email: string | null;
    telephone: string | null;
    is_root: boolean | null;
  };
  person_erasure: {
    user_id: string;
    tenant_id: number;
    pseudonym: string;
    asked_at: Date;
    finished_at: Date | null;
  };
  points_account: {
    tenant_id: TenantColumn;
    customer_id: string;
    balance: Generated<number>;
    stamps: Generated<number>;
    changed_at: Date;
  };
  points_change: {
    tenant_id: TenantColumn;
    id: string;
    customer_id: string;
    type: number;
    source: string;
    points: number;
    balance_after: number;
    reason: Generated<string>;
    order_no: Generated<string>;
    spot_id: string | null;
    earned_by: Json;
    stamps: Generated<number>;
    made_at: Date;
    made_by: Generated<string>;
    reason_zh: Generated<string>;
  };
  points_entry: {
    tenant_id: TenantColumn;
    change_id: string;
    account: string;
    customer_id: string | null;
    points: number;
  };
  points_goods: {
    title: string;
    title_zh: Generated<string>;
    content: Generated<string>;
    content_zh: Generated<string>;
    image: Generated<string>;
    type: Generated<number>;
    points: number;
    stock: number | null;
    per_customer: number | null;
    coupon_id: string;
    sort: Generated<number>;
    status: Generated<number>;
    redeemed: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  points_redemption: {
    tenant_id: TenantColumn;
    id: string;
    customer_id: string;
    goods_id: string;
    title: string;
    title_zh: Generated<string>;
    points: number;
    coupon_id: string;
    code_id: string;
    code: string;
    spot_id: string | null;
    state: Generated<number>;
    redeemed_at: Date;
    reversed_at: Date | null;
  };
  pos_terminal: {
    imei: string;
    name: string;
    pos_code: string;
    zip_code: Generated<string>;
    address: Generated<string>;
    country: Generated<string>;
    status: Generated<string>;
    robot_id: string | null;
    reader_ref: Generated<string>;
    location_ref: Generated<string>;
    serial_number: Generated<string>;
    registered_at: Date | null;
    firmware: Generated<string>;
    network: Generated<string>;
    online: Generated<boolean>;
    presence_changed_at: Date | null;
    last_heard_at: Date | null;
    heard_minute: Generated<Date | null>;
    session: string | null;
    session_ordinal: Generated<number>;
    session_ended: Generated<boolean>;
    state_seq: Generated<number>;
    clock_skew_seconds: Generated<number>;
    report_interval_seconds: Generated<number>;
    report_type: Generated<string>;
    config_version: number | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  position: {
    tenant_id: TenantColumn;
    id: string;
    code: string;
    name: string;
    post_rank: Generated<number>;
    created_at: Generated<Date>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  power_bank: {
    serial: string;
    model: Generated<string>;
    state: Generated<string>;
    cabinet_id: string | null;
    slot: number | null;
    soc: number | null;
    cycles: number | null;
    order_no: Generated<string>;
    state_since: Generated<Date>;
    last_seen_at: Date | null;
    remark: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  power_bank_notice: {
    tenant_id: TenantColumn;
    id: string;
    serial: string;
    kind: string;
    state: Generated<string>;
    cabinet_id: string | null;
    slot: number | null;
    detail: Generated<string>;
    order_no: Generated<string>;
    opened_at: Date;
    last_at: Date;
    done_at: Date | null;
    done_by: Generated<string>;
    note: Generated<string>;
  };
  power_bank_place: {
    tenant_id: TenantColumn;
    id: string;
    serial: string;
    at: Date;
    state: string;
    cause: string;
    cabinet_id: string | null;
    cabinet_name: Generated<string>;
    slot: number | null;
    soc: number | null;
    order_no: Generated<string>;
    by_name: Generated<string>;
    reason: Generated<string>;
    event_key: string | null;
    clock_skewed: Generated<boolean>;
  };
  push_run: {
    tenant_id: TenantColumn;
    id: string;
    audience: string;
    channel: string;
    title: string;
    body: string;
    image: string;
    url: Generated<string>;
    state: string;
    total: number;
    sent: Generated<number>;
    skipped: Generated<number>;
    after_id: string | null;
    due_at: Date | null;
    requested_by: string;
    requested_by_name: string;
    requested_at: Date;
    ended_at: Date | null;
    answered_by_name: Generated<string>;
    answered_at: Date | null;
    jump_type: Generated<number>;
    jump_target: Generated<string>;
    stopped: Generated<number>;
  };
  push_scene: {
    name: string;
    code: string;
    event: string | null;
    template_codes: string;
    delay_seconds: Generated<number>;
    description: Generated<string>;
    status: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  recipe_line: {
    tenant_id: TenantColumn;
    beverage_id: string;
    material_id: string;
    amount: number;
    necessary: Generated<boolean>;
  };
  record_version: {
    tenant_id: TenantColumn;
    id: string | null;
    at: Date | null;
    user_id: string | null;
    actor_name: string | null;
    action: string | null;
    object_kind: string | null;
    object_id: string | null;
    reason: string | null;
  };
  refill_act: {
    tenant_id: TenantColumn;
    id: string;
    run_id: string;
    told: GeneratedJson;
    at: Date;
  };
  refill_fill: {
    tenant_id: TenantColumn;
    id: string;
    run_id: string;
    robot_id: string;
    imei: string;
    robot_name: string;
    spot_id: string | null;
    material_id: string;
    material_name: string;
    material_name_zh: Generated<string>;
    unit: string;
    before: number;
    after: number;
    batch: Generated<string>;
    at: Date;
    received_at: Date;
    by_name: string;
    kept: Generated<boolean>;
    other_at: Date | null;
    other_name: Generated<string>;
  };
  refill_run: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    state: Generated<string>;
    assigned_to: string;
    assigned_name: string;
    planned_for: Date | null;
    note: Generated<string>;
    planned_by: string;
    planned_by_name: string;
    created_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
    reason: Generated<string>;
  };
  refill_stop: {
    tenant_id: TenantColumn;
    run_id: string;
    robot_id: string;
    imei: string;
    name: string;
    turn: number;
    state: Generated<string>;
    reason: Generated<string>;
    done_at: Date | null;
    done_by_name: Generated<string>;
  };
  removed_user: {
    tenant_id: TenantColumn;
    id: string | null;
    username: string | null;
    realname: string | null;
    work_no: string | null;
    removed_at: Date | null;
    removed_by: string | null;
  };
  rental_count: {
    tenant_id: TenantColumn;
    day: string;
    spot_id: string | null;
    status: number;
    review: boolean;
    count: number;
  };
  rental_count_delta: {
    tenant_id: TenantColumn;
    day: string;
    spot_id: string | null;
    status: number;
    review: boolean;
    count: number;
  };
  rental_counter: {
    tenant_id: TenantColumn;
    value: number;
  };
  rental_event: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    at: Date;
    what: string;
    status: number;
    source: string;
    actor: Generated<string>;
    detail: GeneratedJson;
  };
  rental_order: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    status: Generated<number>;
    step: Generated<string>;
    kind: Generated<string>;
    not_lent: string | null;
    cabinet_id: string;
    cabinet_imei: string;
    cabinet_name: Generated<string>;
    spot_id: string | null;
    slot: number | null;
    serial: string | null;
    return_cabinet_id: string | null;
    return_cabinet_imei: string | null;
    return_cabinet_name: Generated<string>;
    return_spot_id: string | null;
    return_slot: number | null;
    plan: Json;
    plan_name: Generated<string>;
    currency: string;
    tax_rate: Generated<number>;
    deposit_minor: number;
    fee_minor: number | null;
    tax_minor: number | null;
    paid_minor: Generated<number>;
    refunded_minor: Generated<number>;
    late_refund_minor: Generated<number>;
    refund_status: number | null;
    created_at: Date;
    started_at: Date | null;
    returned_at: Date | null;
    ended_at: Date | null;
    purchase_at: Date | null;
    changed_at: Date;
    asked_at: Date | null;
    ended_by: string | null;
    ended_by_name: Generated<string>;
    end_reason: Generated<string>;
    review: Generated<boolean>;
    flags: Generated<string[]>;
    ejects: Generated<number>;
    client_key_id: string | null;
    request_key: string | null;
    customer_id: Generated<string>;
    sandbox: Generated<boolean>;
    version: Generated<number>;
    plan_id: string | null;
    receipt: Json;
  };
  rental_quarter: {
    tenant_id: TenantColumn;
    spot_id: string;
    cabinet_id: string;
    quarter: Date;
    currency: string;
    lent: number;
    lent_rest: number;
    closed: number;
    closed_rest: number;
    returned: number;
    returned_seconds: number;
    arrived: number;
    ended: number;
    fee_minor: number;
    paid_minor: number;
    refunded_minor: number;
    not_lent: number;
  };
  rental_quarter_delta: {
    tenant_id: TenantColumn;
    spot_id: string;
    cabinet_id: string;
    quarter: Date;
    currency: string;
    lent: number;
    lent_rest: number;
    closed: number;
    closed_rest: number;
    returned: number;
    returned_seconds: number;
    arrived: number;
    ended: number;
    fee_minor: number;
    paid_minor: number;
    refunded_minor: number;
    not_lent: number;
  };
  rental_refund: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    origin: string;
    status: number;
    provider_state: string | null;
    amount_minor: number;
    currency: string;
    is_full: boolean;
    reason: Generated<string>;
    requested_by: string;
    requested_by_name: Generated<string>;
    requested_at: Date;
    answered_by_name: string | null;
    answered_at: Date | null;
    answer_reason: string | null;
    completed_at: Date | null;
    last_error: string | null;
    waiting: Generated<boolean>;
  };
  rental_refund_part: {
    tenant_id: TenantColumn;
    id: string;
    refund_id: string;
    payment_id: string;
    amount_minor: number;
    state: Generated<string>;
  };
  rental_repair: {
    tenant_id: TenantColumn;
    id: string;
    order_no: string;
    serial: string;
    kind: string;
    state: Generated<string>;
    confidence: number;
    end_at: Date;
    fee_minor: number;
    give_back_minor: Generated<number>;
    currency: string;
    cabinet_id: string | null;
    cabinet_imei: Generated<string>;
    cabinet_name: Generated<string>;
    slot: number | null;
    evidence: GeneratedJson;
    found_at: Date;
    last_at: Date;
    times: Generated<number>;
    decided_at: Date | null;
    decided_by: string | null;
    decided_by_name: Generated<string>;
    note: Generated<string>;
    waiting: Generated<boolean>;
  };
  request_count: {
    subject: string;
    window_seconds: number;
    started_at: Date;
    used: number;
  };
  reversible_change: {
    tenant_id: TenantColumn;
    id: string;
    at: Date;
    actor_id: string;
    kind: string;
    object_id: string;
    version: number;
    inverse: Json;
    undone_at: Date | null;
  };
  reward_issue: {
    tenant_id: TenantColumn;
    rule_id: string;
    customer_id: string;
    period_key: string;
    seq: number;
    run_id: string;
    issued_at: Date;
  };
  reward_rule: {
    name: string;
    coupon_id: string;
    reward_type: Generated<number>;
    frequency: string | null;
    execution_time: Generated<string>;
    weekdays: GeneratedJson;
    begin_at: Date;
    end_at: Date;
    coupon_count: Generated<number>;
    email_suffixes: Generated<string>;
    include_shared_tenants: Generated<boolean>;
    status: Generated<string>;
    next_run_at: Date | null;
    planned_zone: Generated<string>;
    looked_until: Date | null;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  reward_run: {
    tenant_id: TenantColumn;
    id: string;
    rule_id: string;
    task_name: string;
    coupon_id: string;
    reward_type: number;
    period_key: string;
    slot: Date;
    state: string;
    planned: Generated<number>;
    sent: Generated<number>;
    skipped: Generated<number>;
    failed: Generated<number>;
    started_at: Date | null;
    finished_at: Date | null;
    asked_by: Generated<string>;
    problem: Generated<string>;
    cursor_tenant_id: number | null;
    cursor_id: string | null;
    stopped_by: Generated<string>;
  };
  robot: {
    tenant_id: TenantColumn;
    id: string;
    imei: string;
    name: string;
    model: Generated<string>;
    spot_id: string | null;
    firmware: Generated<string>;
    mode: Generated<string>;
    online: Generated<boolean>;
    presence_changed_at: Date | null;
    last_heard_at: Date | null;
    session: string | null;
    session_ordinal: Generated<number>;
    state_seq: Generated<number>;
    report_interval_seconds: Generated<number>;
    report_type: Generated<string>;
    abnormal: Generated<boolean>;
    faults: GeneratedJson;
    telemetry: GeneratedJson;
    telemetry_at: Date | null;
    clock_skew_seconds: Generated<number>;
    can_order_in_app: Generated<boolean>;
    app_layout: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    session_ended: Generated<boolean>;
    making_order_no: string | null;
    telemetry_ordinal: Generated<number>;
    telemetry_seq: Generated<number>;
    config_version: number | null;
    heard_minute: Generated<Date | null>;
    alarms: GeneratedJson;
    retired_at: Date | null;
    retired_to: number | null;
    order_distance_metres: number | null;
    broker_id: string | null;
    broker_url: string | null;
    menu_version: Generated<string>;
    wanted_firmware: Generated<string>;
    wanted_at: Date | null;
    reported: GeneratedJson;
    reported_at: Date | null;
    reported_changed_at: Date | null;
    fridge_limit_celsius: number | null;
  };
  robot_beverage_off: {
    tenant_id: TenantColumn;
    robot_id: string;
    beverage_id: string;
  };
  robot_drift: {
    tenant_id: TenantColumn;
    id: string | null;
    name: string | null;
    imei: string | null;
    spot_id: string | null;
    online: boolean | null;
    last_heard_at: Date | null;
    reported_at: Date | null;
    reported_changed_at: Date | null;
    wanted_at: Date | null;
    created_at: Date | null;
    wanted_version: number | null;
    reported_version: number | null;
    wanted_interval: number | null;
    reported_interval: number | null;
    wanted_type: string | null;
    reported_type: string | null;
    wanted_menu: string | null;
    reported_menu: string | null;
    wanted_firmware: string | null;
    reported_firmware: string | null;
    refusal: string | null;
    state: string | null;
    since: Date | null;
  };
  robot_maintenance: {
    tenant_id: TenantColumn;
    robot_id: string;
    cups: number | null;
    days: number | null;
    last_at: Date | null;
    counted_at: Date | null;
    cups_used: number | null;
    cups_per_day: number | null;
    countdown_days: number | null;
  };
  robot_material: {
    tenant_id: TenantColumn;
    robot_id: string;
    material_id: string;
    capacity: number;
    current: number;
    reserved: Generated<number>;
    low_mark: Generated<number>;
    reported: number | null;
    reported_at: Date | null;
    filled_at: Date | null;
    empty_since: Date | null;
    level: Generated<number>;
    wide_since: Date | null;
    counted_at: Date | null;
  };
  robot_reading: {
    tenant_id: TenantColumn;
    id: string | null;
    name: string | null;
    imei: string | null;
    spot_id: string | null;
    model: string | null;
    firmware: string | null;
    online: boolean | null;
    mode: string | null;
    abnormal: boolean | null;
    window_state: string | null;
    outlets: string | null;
    pumps: string | null;
    temperatures: string | null;
    materials: string | null;
    countdown_days: number | null;
    telemetry_at: Date | null;
    last_heard_at: Date | null;
    created_at: Date | null;
  };
  robot_stock: {
    tenant_id: TenantColumn;
    robot_id: string | null;
    sold_out_drinks: number | null;
    is_sold_out: boolean | null;
    is_low: boolean | null;
  };
  robot_temperature: {
    tenant_id: TenantColumn;
    imei: string;
    at: Date;
    session: string;
    seq: number;
    readings: Json;
    source: Generated<string>;
  };
  robot_version: {
    tenant_id: TenantColumn;
    robot_id: string;
    kind: string;
    value: string;
    seen_at: Generated<Date>;
  };
  role: {
    tenant_id: TenantColumn;
    id: string;
    role_code: string;
    role_name: string;
    description: Generated<string>;
    created_at: Generated<Date>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    role_name_zh: Generated<string>;
  };
  role_permission: {
    tenant_id: TenantColumn;
    role_id: string;
    permission_id: string;
    rule_ids: Generated<string[]>;
  };
  saved_view: {
    tenant_id: TenantColumn;
    id: string;
    owner_id: string;
    list: string;
    name: string;
    shared: Generated<boolean>;
    state: Json;
    layout: Json;
    version: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  schedule_run: {
    name: string;
    slot: Date;
    started_at: Date;
    finished_at: Date | null;
    outcome: Generated<string>;
    detail: string | null;
    alive_at: Date | null;
  };
  scheduled_job: {
    description: string;
    job_class_name: string;
    cron_expression: string;
    parameter: Generated<string>;
    status: Generated<number>;
    owner_id: string | null;
    next_run_at: Date | null;
    planned_zone: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  scheduled_job_run: {
    tenant_id: TenantColumn;
    id: string;
    job_id: string;
    slot: Date;
    asked_by: Generated<string>;
    outcome: string;
    started_at: Date | null;
    finished_at: Date | null;
    facts: GeneratedJson;
    problem: string | null;
    server: Generated<string>;
    alive_at: Generated<Date>;
  };
  second_step: {
    user_id: string;
    seed: Buffer;
    confirmed_at: Date | null;
    last_period: Generated<number>;
    recovery: Generated<string[]>;
  };
  secret_use: {
    tenant_id: TenantColumn;
    day: string;
    kind: string;
    object_id: string;
    part: string;
    uses: number;
    first_at: Date;
    last_at: Date;
  };
  security_event: {
    id: string;
    at: Date;
    kind: string;
    tenant_id: number | null;
    address: Generated<string>;
    detail: GeneratedJson;
  };
  server_reading: {
    server_id: string;
    at: Generated<Date>;
    figures: Json;
  };
  server_status: {
    server_id: string;
    seen_at: Generated<Date>;
    status: Json;
  };
  sign_in_code: {
    subject: Buffer;
    id: string;
    purpose: string;
    phone: string | null;
    user_id: string | null;
    language: string;
    tries: Generated<number>;
    expires_at: Date;
    asked_as: string | null;
    email: string | null;
  };
  sold_out_drink: {
    tenant_id: TenantColumn;
    robot_id: string | null;
    beverage_id: string | null;
  };
  spot: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    address: Generated<string>;
    icon: Generated<string>;
    mobile: Generated<string>;
    service_time: Generated<string>;
    status: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    tax_mode: Generated<string>;
    tax_rate: Generated<number>;
    coupon_applies: Generated<string>;
    app_discount_percent: Generated<number>;
    kiosk_discount_percent: Generated<number>;
    receipt_layout: Generated<string>;
    company_name: Generated<string>;
    company_address: Generated<string>;
    company_identification: Generated<string>;
    created_at: Generated<Date>;
    name_zh: Generated<string>;
    version: Generated<number>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    opening_times: GeneratedJson;
    taxation_method: Generated<string>;
    extra_amounts: GeneratedJson;
    splash_page_type: Generated<number>;
    splash_image: Generated<string>;
    kiosk_theme: Generated<number>;
    booking_field: Generated<boolean>;
    pickup_button: Generated<boolean>;
    points_switch: Generated<boolean>;
    barcode_scanning: Generated<boolean>;
    receipt_delivery: Generated<string>;
    company_logo: Generated<string>;
    customer_service_email: Generated<string>;
    maintenance_email: Generated<string>;
    alarm_sub_device_fault: Generated<boolean>;
    alarm_missing_material: Generated<boolean>;
    alarm_low_material: Generated<boolean>;
    alarm_pos_network: Generated<boolean>;
    alarm_heartbeat: Generated<boolean>;
    alarm_make_failure: Generated<boolean>;
    alarm_fridge_temperature: Generated<boolean>;
    alarm_times: GeneratedJson;
    critical_ignores_window: Generated<boolean>;
    contacts: GeneratedJson;
    fee_plan_id: string | null;
  };
  staff_session: {
    token_digest: Buffer;
    user_id: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    idle_seconds: number;
    user_agent: Generated<string>;
    address: Generated<string>;
    id: Generated<string>;
    stepped_up_at: Date | null;
    tenant_id: number | null;
  };
  staff_user: {
    id: string;
    username: string;
    username_key: string;
    realname: string;
    avatar: Generated<string>;
    work_no: string;
    email: string | null;
    phone: string | null;
    status: Generated<number>;
    is_root: Generated<boolean>;
    can_switch_tenant: Generated<boolean>;
    password_hash: string;
    permission_version: Generated<number>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    self_named: Generated<boolean>;
    sex: number | null;
    birthday: string | null;
    telephone: Generated<string>;
    tenant_ids: Generated<string[]>;
    unproved_email: string | null;
  };
  stock_reservation: {
    tenant_id: TenantColumn;
    order_no: string;
    drink_no: number;
    material_id: string;
    robot_id: string;
    amount: number;
    state: Generated<string>;
  };
  stored_file: {
    tenant_id: TenantColumn;
    id: string;
    kind: string;
    extension: string;
    state: Generated<string>;
    size_bytes: number;
    width: number;
    height: number;
    checksum: string;
    label: string;
    uploaded_by: string;
    created_at: Date;
    unused_since: Date | null;
    seconds: number | null;
  };
  storefront_client: {
    tenant_id: TenantColumn;
    id: string;
    name: string;
    channel: string;
    spot_id: string | null;
    status: Generated<number>;
    sandbox: Generated<boolean>;
    rate_limit: number | null;
    key_made_at: Date | null;
    key_end: Generated<string>;
    previous_until: Date | null;
    last_used_at: Date | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  storefront_key: {
    id: string;
    key_digest: Buffer;
    tenant_id: number;
    created_at: Generated<Date>;
    client_id: string;
    expires_at: Date | null;
  };
  subscription_done: {
    tenant_id: TenantColumn;
    event_id: string;
    subscription: string;
  };
  supplier: {
    name: string;
    contact: string;
    phone: string;
    remark: string;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  tenant: {
    tenant_id: TenantColumn;
    name: string;
    status: Generated<number>;
    time_zone: Generated<string>;
    currency: Generated<string>;
    currency_format: Generated<string>;
    time_format: Generated<string>;
    tax_rounding: Generated<string>;
    auto_refund_on_failure: Generated<boolean>;
    pickup_window_seconds: Generated<number>;
    session_idle_seconds: Generated<number>;
    oss_config: Json;
    email_config: Json;
    sms_config: Json;
    user_point_config: Json;
    accumulation_point_limit: Json;
    created_at: Generated<Date>;
    file_quota_bytes: Generated<number>;
    refund_step_up_minor: number | null;
    name_zh: Generated<string>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    created_by: Generated<string>;
    begin_date: string | null;
    end_date: string | null;
    settings_at: Date | null;
    next_time_zone: string | null;
    next_time_zone_at: Date | null;
    deposit_minor: Generated<number>;
    order_distance_metres: Generated<number>;
    quiet_hours: Json;
    push_needs_second: Generated<boolean>;
    lend_from_percent: Generated<number>;
    fridge_limit_celsius: Generated<number>;
    service_email: Generated<string>;
    maintenance_email: Generated<string>;
    carousel: GeneratedJson;
    reward_config: Json;
    wanted_status: Generated<number>;
    undelivered_rule: Generated<string>;
    undelivered_after_minutes: Generated<number>;
    delivery_watch_since: Generated<Date>;
  };
  tenant_data_key: {
    tenant_id: TenantColumn;
    id: string;
    purpose: string;
    wrapped_key: string;
    created_at: Generated<Date>;
  };
  tenant_user: {
    tenant_id: TenantColumn;
    id: string | null;
    version: number | null;
    created_at: Date | null;
    created_by: string | null;
    updated_at: Date | null;
    updated_by: string | null;
    username: string | null;
    realname: string | null;
    avatar: string | null;
    work_no: string | null;
    sex: number | null;
    birthday: string | null;
    phone: string | null;
    email: string | null;
    telephone: string | null;
    status: number | null;
    user_identity: number | null;
    spot_access: string | null;
    is_root: boolean | null;
    username_key: string | null;
  };
  third_account: {
    authority: string;
    subject: string;
    user_id: string;
    name: Generated<string>;
    tied_at: Date;
    last_login_at: Date | null;
  };
  third_login_step: {
    digest: Buffer;
    kind: string;
    source: string;
    browser_digest: Buffer;
    detail: Json;
    expires_at: Date;
  };
  ticket: {
    digest: Buffer;
    session_digest: Buffer;
    tenant_id: number;
    purpose: string;
    expires_at: Date;
  };
  user_agent: {
    user_name: string;
    agent_user_name: string;
    user_id: string;
    agent_id: string;
    start_time: Date;
    end_time: Date;
    status: Generated<number>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  user_department: {
    tenant_id: TenantColumn;
    user_id: string;
    department_id: string;
  };
  user_position: {
    tenant_id: TenantColumn;
    user_id: string;
    position_id: string;
  };
  user_role: {
    tenant_id: TenantColumn;
    user_id: string;
    role_id: string;
    ends_at: Date | null;
  };
  user_spot: {
    tenant_id: TenantColumn;
    user_id: string;
    spot_id: string;
  };
  web_vital: {
    tenant_id: TenantColumn;
    day: string;
    page: string;
    metric: string;
    app_version: string;
    counts: number[];
  };
  webhook: {
    name: string;
    url: string;
    events: GeneratedJson;
    status: Generated<number>;
    description: Generated<string>;
    secret: string | null;
    secret_made_at: Date | null;
    previous_secret: string | null;
    previous_until: Date | null;
    ended_because: Generated<string>;
    tenant_id: TenantColumn;
    id: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    created_by: Generated<string>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  webhook_attempt: {
    tenant_id: TenantColumn;
    delivery_id: string;
    number: number;
    at: Date;
    duration_ms: number;
    status: number | null;
    error: Generated<string>;
    answer: Generated<string>;
  };
  webhook_delivery: {
    tenant_id: TenantColumn;
    id: string;
    webhook_id: string;
    event_id: string;
    event: string;
    payload: string;
    state: Generated<number>;
    attempts: Generated<number>;
    round: Generated<number>;
    attempts_before: Generated<number>;
    created_at: Date;
    next_attempt_at: Date | null;
    ended_at: Date | null;
    last_status: number | null;
    last_error: Generated<string>;
  };
}

/** Tables with tenant isolation: the handle adds the tenant to every statement on them. */
export const TENANT_TABLES: ReadonlySet<string> = new Set([
  'access_request',
  'ad_clip',
  'ad_showing',
  'agreement',
  'agreement_acceptance',
  'alarm',
  'alarm_duty',
  'alarm_duty_change',
  'alarm_handover',
  'alarm_step',
  'alarm_user',
  'alarm_watch',
  'announcement',
  'announcement_read',
  'archive_month',
  'archive_part',
  'audit_chain',
  'audit_replaced',
  'audit_row',
  'audit_seal',
  'audit_waiting',
  'beverage',
  'beverage_option_group',
  'broker_move',
  'cabinet',
  'cabinet_eject',
  'cabinet_slot',
  'case_label',
  'catalogue_version',
  'category',
  'channel_setting',
  'coffee_order',
  'collection_point',
  'command_batch',
  'command_batch_item',
  'copy_map',
  'copy_run',
  'copy_step',
  'coupon',
  'coupon_code',
  'coupon_send',
  'coupon_spot',
  'coupon_use',
  'customer',
  'customer_device',
  'customer_lending',
  'customer_opt_out',
  'customer_scan',
  'daily_close',
  'daily_close_correction',
  'daily_close_difference',
  'daily_close_entry',
  'daily_close_event',
  'daily_close_fetch',
  'daily_close_line',
  'default_fee_plan',
  'delivery_repair',
  'delivery_repair_step',
  'department',
  'department_code',
  'department_manager',
  'department_permission',
  'department_record',
  'department_removed_person',
  'department_role',
  'department_role_permission',
  'department_role_user',
  'device_command',
  'device_event',
  'device_presence_change',
  'device_session',
  'export_job',
  'fee_plan',
  'file_place',
  'file_reference',
  'fill_rule_counter',
  'fleet_change',
  'fleet_change_robot',
  'former_bucket',
  'hardware',
  'hardware_type',
  'idempotency_record',
  'import_job',
  'import_row',
  'invitation',
  'language',
  'latte_art',
  'list_preference',
  'listed_collection_point',
  'listed_daily_close_line',
  'listed_fleet_change',
  'listed_order_case',
  'listed_payment',
  'listed_payment_dispute',
  'listed_points_redemption',
  'listed_refill_run',
  'listed_refund',
  'listed_rental_refund',
  'listed_rental_repair',
  'log_download',
  'login_log',
  'login_provider',
  'maintenance_plan',
  'maintenance_record',
  'material',
  'membership',
  'menu',
  'message_attempt',
  'message_delivery',
  'message_template',
  'mqtt_broker',
  'mqtt_broker_list',
  'mqtt_broker_secret',
  'notice',
  'notice_choice',
  'notice_read',
  'notice_reader',
  'operation_log',
  'option_choice',
  'option_group',
  'order_case',
  'order_count_delta',
  'order_count_month',
  'order_counter',
  'order_day',
  'order_day_goods',
  'order_day_sold',
  'order_day_status',
  'order_day_use',
  'order_drink',
  'order_event',
  'order_line',
  'order_quarter',
  'order_quarter_delta',
  'order_refund',
  'outbox',
  'page_language',
  'payment',
  'payment_config',
  'payment_dispute',
  'payment_inbox',
  'payment_refund',
  'payment_secret',
  'points_account',
  'points_change',
  'points_entry',
  'points_goods',
  'points_redemption',
  'pos_terminal',
  'position',
  'power_bank',
  'power_bank_notice',
  'power_bank_place',
  'push_run',
  'push_scene',
  'recipe_line',
  'record_version',
  'refill_act',
  'refill_fill',
  'refill_run',
  'refill_stop',
  'removed_user',
  'rental_count',
  'rental_count_delta',
  'rental_counter',
  'rental_event',
  'rental_order',
  'rental_quarter',
  'rental_quarter_delta',
  'rental_refund',
  'rental_refund_part',
  'rental_repair',
  'reversible_change',
  'reward_issue',
  'reward_rule',
  'reward_run',
  'robot',
  'robot_beverage_off',
  'robot_drift',
  'robot_maintenance',
  'robot_material',
  'robot_reading',
  'robot_stock',
  'robot_temperature',
  'robot_version',
  'role',
  'role_permission',
  'saved_view',
  'scheduled_job',
  'scheduled_job_run',
  'secret_use',
  'sold_out_drink',
  'spot',
  'stock_reservation',
  'stored_file',
  'storefront_client',
  'subscription_done',
  'supplier',
  'tenant',
  'tenant_data_key',
  'tenant_user',
  'user_agent',
  'user_department',
  'user_position',
  'user_role',
  'user_spot',
  'web_vital',
  'webhook',
  'webhook_attempt',
  'webhook_delivery',
]);
