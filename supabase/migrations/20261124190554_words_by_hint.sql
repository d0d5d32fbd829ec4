set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.before_post_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('post');
  end if;
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  new.slug := private.claim_address(new.category_id, new.id, new.title);
  new.trend := private.trend_weight(new.created_at);
  new.activity_at := new.created_at;
  new.updated_at := new.created_at;
  new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
  -- Imports bring what was written before.
  if auth.uid() is not null and exists (
    select from public.categories c where c.id = new.category_id and c.archived_at is not null
  ) then
    raise exception 'This category takes no new posts.' using errcode = 'PT409', hint = 'category_closed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unblocked(is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if is_new and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = 'PT403', hint = 'blocked',
        detail = jsonb_build_object('until', coalesce(block.ends_at::text, ''), 'reason', block.reason)::text;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.spend_limit(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = wanted and standing = 'any';
    if not found then
      select * into rule from private.limits where action = wanted and standing = private.standing_of(me);
    end if;
    insert into private.usage as u (user_id, action, used) values (me, rule.action, 1)
    on conflict (user_id, action) do update set
      used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
      started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
    returning * into spent;
    if spent.used > rule.max_count then
      wait := greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer);
      raise exception '% Try again in %.', rule.sentence,
        case
          when wait < 90 then wait || case when wait = 1 then ' second' else ' seconds' end
          else ceil(wait / 60.0)::integer || ' minutes'
        end
        using errcode = 'PT429', hint = 'rate_limit',
          detail = jsonb_build_object('action', rule.action, 'wait', wait)::text;
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_webhook(address text, shape text, kinds text[])
 RETURNS TABLE(id bigint, secret text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  if (select count(*) from private.webhooks) >= 20 then
    raise exception 'There are twenty already. Delete one first.' using errcode = 'PT429', hint = 'webhooks_full';
  end if;
  return query
    insert into private.webhooks as w (address, shape, kinds, secret)
    values (admin_add_webhook.address, admin_add_webhook.shape, admin_add_webhook.kinds, private.new_secret())
    returning w.id, w.secret;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_example_board(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- Whoever votes or comments at this moment is waited for, or finds the post gone.
  perform private.hold_posts_of_people(private.example_people());
  if private.example_board() is distinct from (case when wanted then 'addable' else 'removable' end) then
    raise exception '%', case
      when wanted then 'There are posts already, so the example board cannot be added.'
      else 'Somebody else has posted, voted or commented, so the example board cannot be removed.'
    end using errcode = 'PT409', hint = case when wanted then 'board_not_empty' else 'board_in_use' end;
  end if;
  perform private.audit(case when wanted then 'example.add' else 'example.remove' end, null, null, null, null);
  -- From here on as the operator: nothing of it is the admin's, and nobody is told.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if wanted then
    perform private.add_example_board();
  else
    perform private.remove_example_board();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_team_factor(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not private.has_used_factor() then
    raise exception 'Turn on two-factor authentication for your own account first.' using errcode = 'PT409', hint = 'factor_first';
  end if;
  update public.site_settings s set requires_factor = wanted where s.only_row and s.requires_factor <> wanted;
end
$function$;

CREATE OR REPLACE FUNCTION public.reset_factor(person_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if person_id = auth.uid() then
    raise exception 'Turn off your own two-factor authentication in your settings.' using errcode = 'PT409', hint = 'own_factor';
  end if;
  return private.reset_factor(person_id);
end
$function$;
