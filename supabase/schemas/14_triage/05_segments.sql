-- Segments: what the company's product says about people. Only the team sees them.

create table public.person_segments (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  plan text check (char_length(plan) between 1 and 80),
  company text check (char_length(company) between 1 and 120),
  monthly_value numeric(12, 2) check (monthly_value >= 0),
  updated_at timestamptz not null default now()
);
comment on table public.person_segments is
  'What the company''s product said about a person when it last signed them in. Only the team can read it. People get their own with their data export.';
comment on column public.person_segments.monthly_value is
  'What the person''s company pays per month, in the product''s currency.';

create index person_segments_company_idx on public.person_segments (lower(company));
create index person_segments_plan_idx on public.person_segments (lower(plan));

grant select on public.person_segments to authenticated;

create policy "the team reads segments" on public.person_segments
  for select to authenticated using ((select private.is_team()));

create function private.set_segments(person uuid, segments jsonb) returns void
language sql set search_path = '' as $$
  insert into public.person_segments as s (person_id, plan, company, monthly_value)
  select person, nullif(left(private.clean_line(segments ->> 'plan'), 80), ''),
    nullif(left(private.clean_line(segments ->> 'company'), 120), ''),
    case when jsonb_typeof(segments -> 'monthly_value') = 'number'
      then least(greatest((segments ->> 'monthly_value')::numeric, 0), 9999999999) end
  where segments ?| array['plan', 'company', 'monthly_value']
  on conflict (person_id) do update
  set plan = excluded.plan, company = excluded.company, monthly_value = excluded.monthly_value, updated_at = now()
$$;
comment on function private.set_segments is
  'Stores what a token says about a person, replacing everything from before. A token without segments changes nothing.';

create function private.interest(post_ids bigint[] default null) returns table(
  post_id bigint, companies integer, monthly_value numeric
)
language sql stable set search_path = '' as $$
  select one.post_id, count(one.company)::integer, coalesce(sum(one.worth), 0)
  from (
    select v.post_id, lower(s.company) as company, max(s.monthly_value) as worth
    from public.person_segments s join public.votes v on v.user_id = s.person_id
    where v.counts and (interest.post_ids is null or v.post_id = any (interest.post_ids))
    group by v.post_id, lower(s.company), case when s.company is null then s.person_id end
  ) one
  group by one.post_id
$$;
comment on function private.interest is
  'How many companies want each post, and what they pay per month together. A company counts once, however many of its people voted. People without a company count with their own value.';

create function public.admin_interest(post_ids bigint[]) returns table(
  post_id bigint, companies integer, monthly_value double precision, plans jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select i.post_id, i.companies, i.monthly_value::double precision, (
      select coalesce(jsonb_object_agg(p.plan, p.people), '{}') from (
        select s.plan, count(*) as people
        from public.votes v join public.person_segments s on s.person_id = v.user_id
        where v.post_id = i.post_id and v.counts and s.plan is not null
        group by s.plan order by count(*) desc, s.plan limit 10
      ) p
    )
    from private.interest(post_ids[1:200]) i;
end
$$;
comment on function public.admin_interest is
  'Who wants these posts: the number of companies, what they pay per month together, and how many people are on each plan. Leaves out posts that no one with segments voted for. For the team.';
grant execute on function public.admin_interest to authenticated;
